-- Chooses buckets for what claims were promised and is not allocated yet, and returns the new allocations.
-- Can be called again at any time. `policy` orders the buckets: fefo by expiry, fifo by age, fewest by
-- quantity, then by pick sequence. Null is the policy of each warehouse, or of the workspace; a variant may have a
-- policy of its own. Buckets of `passed_over` are left out, and lots that are on hold, recalled or expired at `moment`,
-- by the day of their warehouse.
-- A claim that finds too little stays partly allocated. Raises platform_not_ready (ST503).
-- "limit (select null::bigint)" is no limit, of which the planner expects few rows: each is looked up by its key.
create or replace function stock.allocate(
  platform uuid, claims bigint[], policy text, passed_over bigint[] default '{}',
  moment timestamptz default clock_timestamp()
) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_policy text;
  v_plan jsonb;
  v_allocations jsonb;
begin
  perform set_config('app.platform_id', platform::text, true);
  select pick_policy into v_policy from warehouse_settings where platform_id = platform;
  -- Also when row-level security hides the row.
  if not found then
    raise exception 'platform_not_ready' using errcode = 'ST503';
  end if;
  -- Levels and buckets are looked up by key, one after the other: how few there are is not known when the
  -- statements are planned.
  perform 1
  from (
    select distinct r.warehouse_id, r.variant_id
    from reservations r
    where r.platform_id = platform and r.reservation_id = any (claims)
    order by 1, 2) k
  cross join lateral (
    select 1
    from stock_levels
    where platform_id = platform and warehouse_id = k.warehouse_id and variant_id = k.variant_id
    offset 0
    for no key update) s;
  -- Demand and supply of a variant are laid end to end; where two pieces overlap, one serves the other.
  with d as (
    select
      reservation_id,
      warehouse_id,
      variant_id,
      promised - allocated as need,
      sum(promised - allocated) over (
        partition by warehouse_id, variant_id
        order by priority desc, due_at nulls last, reservation_id) as hi
    from reservations
    where platform_id = platform and reservation_id = any (claims) and promised > allocated
  ),
  s as (
    select
      b.bucket_id,
      b.warehouse_id,
      b.variant_id,
      b.on_hand - b.allocated as free,
      sum(b.on_hand - b.allocated) over (
        partition by b.warehouse_id, b.variant_id
        order by
          case when p.policy = 'fefo' then l.expires_on end nulls last,
          case when p.policy = 'fifo' then b.bucket_id end,
          case when p.policy = 'fewest' then -(b.on_hand - b.allocated) end,
          o.pick_sequence,
          b.bucket_id) as hi
    from (select distinct warehouse_id, variant_id from d) k
    cross join lateral (
      select *
      from stock_buckets
      where platform_id = platform
        and warehouse_id = k.warehouse_id
        and variant_id = k.variant_id
        and status = 'available'
        and on_hand > allocated
        and bucket_id <> all (passed_over)
      offset 0) b
    join locations o
      on o.platform_id = platform
      and o.location_id = b.location_id
      and o.pickable
      and o.status in ('active', 'blocked_in')
    join variants v on v.platform_id = platform and v.variant_id = b.variant_id
    join warehouses w on w.platform_id = platform and w.warehouse_id = b.warehouse_id
    cross join lateral (
      select coalesce(v.pick_policy, allocate.policy, w.pick_policy, v_policy) as policy) p
    left join lots l on l.platform_id = platform and l.lot_id = b.lot_id
    where l.lot_id is null
      or (l.state = 'active' and l.expires_by >= (moment at time zone w.timezone)::date)
  )
  select jsonb_agg(
    jsonb_build_object(
      'r', d.reservation_id,
      'b', s.bucket_id,
      'q', least(d.hi, s.hi) - greatest(d.hi - d.need, s.hi - s.free))
  ) into v_plan
  from d
  join s
    on s.warehouse_id = d.warehouse_id
    and s.variant_id = d.variant_id
    and least(d.hi, s.hi) > greatest(d.hi - d.need, s.hi - s.free);
  if v_plan is null then
    return '[]';
  end if;
  perform 1
  from (select distinct z.b from jsonb_to_recordset(v_plan) as z(b bigint) order by 1) k
  cross join lateral (
    select 1
    from stock_buckets
    where platform_id = platform and bucket_id = k.b
    offset 0
    for no key update) s;
  with ok as (
    update stock_buckets k
    set allocated = k.allocated + t.q
    from (
      select z.b, sum(z.q)::bigint as q
      from jsonb_to_recordset(v_plan) as z(b bigint, q bigint)
      group by 1
      limit (select null::bigint)) t
    where k.platform_id = platform and k.bucket_id = t.b and k.on_hand - k.allocated >= t.q
    returning k.bucket_id
  ),
  a as (
    insert into allocations (platform_id, reservation_id, bucket_id, qty)
    select platform, z.r, z.b, z.q
    from jsonb_to_recordset(v_plan) as z(r bigint, b bigint, q bigint)
    join ok on ok.bucket_id = z.b
    returning allocation_id, reservation_id, bucket_id, qty
  )
  select jsonb_agg(
    jsonb_build_object(
      'allocationId', allocation_id::text,
      'reservationId', reservation_id::text,
      'bucketId', bucket_id::text,
      'qty', qty::text)
  ) into v_allocations
  from a;
  perform 1
  from reservations
  where platform_id = platform and reservation_id = any (claims)
  order by reservation_id
  for no key update;
  update reservations r
  set allocated = r.allocated + t.q
  from (
    select z."reservationId" as i, sum(z.qty)::bigint as q
    from jsonb_to_recordset(v_allocations) as z("reservationId" bigint, qty bigint)
    group by 1
    limit (select null::bigint)) t
  where r.platform_id = platform and r.reservation_id = t.i;
  return coalesce(v_allocations, '[]');
end
$$;

alter function stock.allocate owner to stowage_stock;
revoke all on function stock.allocate from public;
grant execute on function stock.allocate to stowage_app;
