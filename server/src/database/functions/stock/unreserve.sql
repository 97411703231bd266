-- Takes what is promised and not allocated away from claims, which wait for it then, and gives it to other waiting
-- claims: those of the sources `receivers`, or (null) whoever is served first. Each of `reductions` names a claim and
-- a quantity. Stock stays promised, so the numbers of the levels stay. Raises platform_not_ready (ST503), picked_goods
-- (ST409) when a claim holds less, and nobody_waits (ST409) when too little is waited for; then nothing changes.
create or replace function stock.unreserve(
  platform uuid, reductions jsonb, receivers uuid[]
) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_claims bigint[];
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
  perform 1
  from stock_levels s
  where s.platform_id = platform
    and (s.warehouse_id, s.variant_id) in (
      select r.warehouse_id, r.variant_id
      from reservations r
      where r.platform_id = platform and r.reservation_id = any (v_claims))
  order by s.warehouse_id, s.variant_id
  for no key update;
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
  update reservations r
  set promised = r.promised - g.qty, backordered = r.backordered + g.qty
  from jsonb_to_recordset(reductions) as g(claim bigint, qty bigint)
  where r.platform_id = platform
    and r.reservation_id = g.claim
    and r.promised - r.allocated >= g.qty
    and g.qty > 0;
  get diagnostics v_taken = row_count;
  if v_taken <> cardinality(v_claims) then
    raise exception 'picked_goods' using errcode = 'ST409';
  end if;
  for v_level in
    select r.warehouse_id, r.variant_id, sum(g.qty)::bigint as q
    from jsonb_to_recordset(reductions) as g(claim bigint, qty bigint)
    join reservations r on r.platform_id = platform and r.reservation_id = g.claim
    group by 1, 2
    order by 1, 2
  loop
    if stock.serve(
      platform, v_level.warehouse_id, v_level.variant_id, v_level.q, receivers, v_claims) < v_level.q
    then
      raise exception 'nobody_waits' using errcode = 'ST409';
    end if;
  end loop;
end
$$;

alter function stock.unreserve owner to stowage_stock;
revoke all on function stock.unreserve from public;
grant execute on function stock.unreserve to stowage_app;
