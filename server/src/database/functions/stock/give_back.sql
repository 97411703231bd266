-- Takes back a part of what lines of documents asked for: what waits first, then what is promised and not
-- allocated, and serves waiting backorders with what is freed. Each of `reductions` names a source (sourceId,
-- componentId) and a quantity. With a claim, only what waits in it is taken, and the level of toWarehouse, where
-- it is promised next, is locked as well. Raises platform_not_ready (ST503), and picked_goods (ST409) when the
-- claims hold less; then nothing changes.
-- "limit (select null::bigint)" is no limit, of which the planner expects few rows: each is looked up by its key.
create or replace function stock.give_back(platform uuid, reductions jsonb) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_claims bigint[];
  v_taken jsonb;
  v_levels jsonb;
begin
  perform set_config('app.platform_id', platform::text, true);
  perform 1 from warehouse_settings where platform_id = platform;
  -- Also when row-level security hides the row.
  if not found then
    raise exception 'platform_not_ready' using errcode = 'ST503';
  end if;
  select array_agg(r.reservation_id) into v_claims
  from jsonb_to_recordset(reductions) as g("sourceId" uuid, "componentId" uuid, claim bigint)
  join reservations r
    on r.platform_id = platform
    and r.source_type = 'order_line'
    and r.source_id = g."sourceId"
    and r.component_id is not distinct from g."componentId"
  where g.claim is null or g.claim = r.reservation_id;
  select coalesce(
    jsonb_agg(jsonb_build_object('warehouseId', k.warehouse_id, 'variantId', k.variant_id)), '[]')
    into v_levels
  from (
    select r.warehouse_id, r.variant_id
    from reservations r
    where r.platform_id = platform and r.reservation_id = any (v_claims)
    union
    select g."toWarehouse", r.variant_id
    from jsonb_to_recordset(reductions) as g(claim bigint, "toWarehouse" uuid)
    join reservations r on r.platform_id = platform and r.reservation_id = g.claim
    where g."toWarehouse" is not null) k;
  perform stock.lock_levels(platform, v_levels);
  perform 1
  from reservations
  where platform_id = platform and reservation_id = any (v_claims)
  order by reservation_id
  for no key update;
  with c as (
    select
      r.reservation_id,
      r.warehouse_id,
      r.variant_id,
      g.n,
      g.qty,
      g.claim is null as is_whole,
      r.backordered as b,
      r.promised - r.allocated as p,
      sum(r.backordered) over (
        partition by g.n order by r.reservation_id desc rows unbounded preceding) as brun,
      sum(r.backordered) over (partition by g.n) as waiting,
      -- The warehouse that gives the least is left first, so that fewer ship.
      sum(r.promised - r.allocated) over (
        partition by g.n order by r.promised, r.reservation_id desc rows unbounded preceding) as prun
    from rows from (
      jsonb_to_recordset(reductions) as ("sourceId" uuid, "componentId" uuid, claim bigint, qty bigint)
    ) with ordinality as g("sourceId", "componentId", claim, qty, n)
    join reservations r
      on r.platform_id = platform
      and r.source_type = 'order_line'
      and r.source_id = g."sourceId"
      and r.component_id is not distinct from g."componentId"
    where g.claim is null or g.claim = r.reservation_id
  ),
  t as (
    select
      c.*,
      greatest(0, least(b, qty - (brun - b)))::bigint as from_waiting,
      case
        when is_whole then greatest(0, least(p, qty - least(qty, waiting) - (prun - p)))
        else 0
      end::bigint as from_promised
    from c
  )
  select
    jsonb_agg(
      jsonb_build_object(
        'n', n,
        'claim', reservation_id,
        'warehouseId', warehouse_id,
        'variantId', variant_id,
        'waiting', from_waiting::text,
        'promised', from_promised::text))
  into v_taken
  from t
  where from_waiting + from_promised > 0;
  if (
    select coalesce(sum(qty), 0) from jsonb_to_recordset(reductions) as g(qty bigint)
  ) is distinct from (
    select coalesce(sum(waiting + promised), 0)
    from jsonb_to_recordset(v_taken) as x(waiting bigint, promised bigint))
  then
    raise exception 'picked_goods' using errcode = 'ST409';
  end if;
  update reservations r
  set promised = r.promised - x.promised, backordered = r.backordered - x.waiting
  from (
    select * from jsonb_to_recordset(v_taken) as x(claim bigint, waiting bigint, promised bigint)
    limit (select null::bigint)) x
  where r.platform_id = platform and r.reservation_id = x.claim;
  update stock_levels s
  set reserved = s.reserved - x.a, backordered = s.backordered - x.b, version = s.version + 1
  from (
    select
      "warehouseId" as w,
      "variantId" as v,
      sum(promised)::bigint as a,
      sum(waiting)::bigint as b
    from jsonb_to_recordset(v_taken) as y(
      "warehouseId" uuid, "variantId" uuid, promised bigint, waiting bigint)
    group by 1, 2
    limit (select null::bigint)) x
  where s.platform_id = platform and s.warehouse_id = x.w and s.variant_id = x.v;
  perform stock.promote(
    platform,
    (
      select coalesce(jsonb_agg(y.taken), '[]')
      from jsonb_array_elements(v_taken) as y(taken)
      where (y.taken->>'promised')::bigint > 0));
end
$$;

alter function stock.give_back owner to stowage_stock;
revoke all on function stock.give_back from public;
grant execute on function stock.give_back to stowage_app;
