-- Takes what is promised and not allocated away from claims, which wait for it then, and gives it to other waiting
-- claims: those of the sources `receivers`, or (null) whoever is served first. Each of `reductions` names a claim and
-- a quantity. Nothing becomes available by it. Raises platform_not_ready (ST503), picked_goods (ST409) when a claim holds
-- less, and nobody_waits (ST409) when too little is waited for; then nothing changes.
-- "limit (select null::bigint)" is no limit, of which the planner expects few rows: each is looked up by its key.
create or replace function stock.unreserve(
  platform uuid, reductions jsonb, receivers uuid[]
) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_claims bigint[];
  v_levels jsonb;
  v_taken bigint;
  v_level record;
begin
  perform set_config('app.platform_id', platform::text, true);
  perform 1 from warehouse_settings where platform_id = platform;
  -- Also when row-level security hides the row.
  if not found then
    raise exception 'platform_not_ready' using errcode = 'ST503';
  end if;
  select coalesce(array_agg(g.claim), '{}') into v_claims
  from jsonb_to_recordset(reductions) as g(claim bigint);
  select jsonb_agg(jsonb_build_object('warehouseId', k.warehouse_id, 'variantId', k.variant_id))
    into v_levels
  from (
    select distinct r.warehouse_id, r.variant_id
    from reservations r
    where r.platform_id = platform and r.reservation_id = any (v_claims)) k;
  perform stock.lock_levels(platform, v_levels);
  -- Those that give and those that may get, in one order.
  perform 1
  from reservations w
  where w.platform_id = platform
    and (w.warehouse_id, w.variant_id) in (
      select r.warehouse_id, r.variant_id
      from reservations r
      where r.platform_id = platform and r.reservation_id = any (v_claims))
    and (w.backordered > 0 or w.reservation_id = any (v_claims))
  order by w.reservation_id
  for no key update;
  select
    jsonb_agg(
      jsonb_build_object(
        'warehouseId', s.warehouse_id,
        'variantId', s.variant_id,
        'free', s.on_hand - s.unavailable - s.reserved))
    into v_levels
  from jsonb_to_recordset(v_levels) as l("warehouseId" uuid, "variantId" uuid)
  join stock_levels s
    on s.platform_id = platform
    and s.warehouse_id = l."warehouseId"
    and s.variant_id = l."variantId";
  update reservations r
  set promised = r.promised - g.qty, backordered = r.backordered + g.qty
  from (
    select * from jsonb_to_recordset(reductions) as g(claim bigint, qty bigint)
    limit (select null::bigint)) g
  where r.platform_id = platform
    and r.reservation_id = g.claim
    and r.promised - r.allocated >= g.qty
    and g.qty > 0;
  get diagnostics v_taken = row_count;
  if v_taken <> cardinality(v_claims) then
    raise exception 'picked_goods' using errcode = 'ST409';
  end if;
  update stock_levels s
  set reserved = s.reserved - t.q, backordered = s.backordered + t.q, version = s.version + 1
  from (
    select r.warehouse_id, r.variant_id, sum(g.qty)::bigint as q
    from jsonb_to_recordset(reductions) as g(claim bigint, qty bigint)
    join reservations r on r.platform_id = platform and r.reservation_id = g.claim
    group by 1, 2
    limit (select null::bigint)) t
  where s.platform_id = platform
    and s.warehouse_id = t.warehouse_id
    and s.variant_id = t.variant_id;
  for v_level in
    select l."warehouseId" as w, l."variantId" as v
    from jsonb_to_recordset(v_levels) as l("warehouseId" uuid, "variantId" uuid)
    order by 1, 2
  loop
    perform stock.serve(platform, v_level.w, v_level.v, receivers, v_claims);
  end loop;
  if exists (
    select
    from jsonb_to_recordset(v_levels) as l("warehouseId" uuid, "variantId" uuid, free bigint)
    join stock_levels s
      on s.platform_id = platform
      and s.warehouse_id = l."warehouseId"
      and s.variant_id = l."variantId"
    where s.on_hand - s.unavailable - s.reserved > l.free)
  then
    raise exception 'nobody_waits' using errcode = 'ST409';
  end if;
end
$$;

alter function stock.unreserve owner to stowage_stock;
revoke all on function stock.unreserve from public;
grant execute on function stock.unreserve to stowage_app;
