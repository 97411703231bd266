-- Compares the same as stock.verify for the buckets, levels, claims and values that moves recorded from
-- `since` on have touched. One row for each problem, in no order; no row when all is well.
create or replace function stock.verify_since(platform uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_moves bigint[];
  v_buckets bigint[];
  v_warehouses uuid[];
  v_variants uuid[];
  v_claims bigint[];
begin
  select array_agg(move_id) into v_moves
  from stock_moves
  where platform_id = platform and recorded_at >= since;
  select array_agg(distinct l.bucket_id) into v_buckets
  from unnest(v_moves) as m(id)
  join stock_ledger l on l.platform_id = platform and l.move_id = m.id;
  select array_agg(warehouse_id), array_agg(variant_id) into v_warehouses, v_variants
  from (
    select distinct b.warehouse_id, b.variant_id
    from unnest(v_buckets) as t(id)
    join stock_buckets b on b.platform_id = platform and b.bucket_id = t.id) x;
  select array_agg(r.reservation_id) into v_claims
  from unnest(v_warehouses, v_variants) as t(w, v)
  join reservations r
    on r.platform_id = platform and r.warehouse_id = t.w and r.variant_id = t.v;

  return query
  select 'I1', b.bucket_id::text, coalesce(l.s, 0)::text, b.on_hand::text
  from unnest(v_buckets) as t(id)
  join stock_buckets b on b.platform_id = platform and b.bucket_id = t.id
  cross join lateral (
    select sum(delta) s, count(*) n
    from stock_ledger g
    where g.platform_id = platform and g.bucket_id = t.id) l
  where b.on_hand <> coalesce(l.s, 0) or b.last_seq <> l.n

  union all
  select 'I2', x.bucket_id || '/' || x.seq, 'chain', x.qty_before::text
  from (
    select
      g.bucket_id,
      g.seq,
      g.qty_before,
      g.recorded_at,
      lag(g.qty_after, 1, 0::bigint) over w as q,
      lag(g.seq, 1, 0::bigint) over w as s,
      lag(g.recorded_at) over w as r,
      g.move_id,
      lag(g.move_id) over w as pm
    from unnest(v_buckets) as t(id)
    join stock_ledger g on g.platform_id = platform and g.bucket_id = t.id
    window w as (partition by g.bucket_id order by g.seq)) x
  where x.qty_before <> x.q
    or x.seq <> x.s + 1
    or (x.move_id <> x.pm and x.recorded_at < x.r)

  union all
  select
    'I3',
    s.warehouse_id || '/' || s.variant_id,
    coalesce(b.h, 0) || '/' || coalesce(b.u, 0),
    s.on_hand || '/' || s.unavailable
  from unnest(v_warehouses, v_variants) as t(w, v)
  join stock_levels s
    on s.platform_id = platform and s.warehouse_id = t.w and s.variant_id = t.v
  cross join lateral (
    select sum(on_hand) h, sum(on_hand) filter (where status <> 'available') u
    from stock_buckets k
    where k.platform_id = platform and k.variant_id = t.v and k.warehouse_id = t.w) b
  where s.on_hand <> coalesce(b.h, 0) or s.unavailable <> coalesce(b.u, 0)

  union all
  select
    'I4',
    s.warehouse_id || '/' || s.variant_id,
    coalesce(r.a, 0) || '/' || coalesce(r.b, 0),
    s.reserved || '/' || s.backordered
  from unnest(v_warehouses, v_variants) as t(w, v)
  join stock_levels s
    on s.platform_id = platform and s.warehouse_id = t.w and s.variant_id = t.v
  cross join lateral (
    select sum(promised) a, sum(backordered) b
    from reservations k
    where k.platform_id = platform and k.warehouse_id = t.w and k.variant_id = t.v) r
  where s.reserved <> coalesce(r.a, 0) or s.backordered <> coalesce(r.b, 0)

  union all
  select 'I5', b.bucket_id::text, coalesce(a.q, 0)::text, b.allocated::text
  from unnest(v_buckets) as t(id)
  join stock_buckets b on b.platform_id = platform and b.bucket_id = t.id
  cross join lateral (
    select sum(qty) q
    from allocations k
    where k.platform_id = platform
      and k.bucket_id = t.id
      and k.state in ('allocated', 'picked')) a
  where b.allocated <> coalesce(a.q, 0)

  union all
  select 'I6', r.reservation_id::text, coalesce(a.q, 0)::text, r.allocated::text
  from unnest(v_claims) as t(id)
  join reservations r on r.platform_id = platform and r.reservation_id = t.id
  cross join lateral (
    select sum(qty) q
    from allocations k
    where k.platform_id = platform
      and k.reservation_id = t.id
      and k.state in ('allocated', 'picked')) a
  where r.allocated <> coalesce(a.q, 0)

  union all
  select 'I7', g.move_id || '/' || g.line_no, 'balanced', string_agg(g.delta::text, ',')
  from unnest(v_moves) as t(id)
  join stock_ledger g on g.platform_id = platform and g.move_id = t.id
  group by g.move_id, g.line_no
  having case
    when bool_or(g.party = 'stock') then count(*) <> 2 or sum(g.delta) <> 0
    else count(*) <> 1
  end

  union all
  select
    'I8',
    b.scope_id || '/' || b.variant_id,
    coalesce(e.q, 0) || '/' || coalesce(e.v, 0),
    b.qty || '/' || b.value_micros
  from (
    select w, v
    from unnest(v_warehouses, v_variants) as t(w, v)
    union
    select platform, v
    from unnest(v_variants) as t(v)) t
  join cost_balances b
    on b.platform_id = platform and b.scope_id = t.w and b.variant_id = t.v
  cross join lateral (
    select sum(qty_delta) q, sum(value_delta) v
    from cost_entries k
    where k.platform_id = platform
      and k.scope_id = b.scope_id
      and k.variant_id = b.variant_id) e
  where b.qty <> coalesce(e.q, 0) or b.value_micros <> coalesce(e.v, 0)

  union all
  select
    'I9', s.warehouse_id || '/' || s.variant_id, s.on_hand::text, coalesce(b.qty, 0)::text
  from unnest(v_warehouses, v_variants) as t(w, v)
  join stock_levels s
    on s.platform_id = platform and s.warehouse_id = t.w and s.variant_id = t.v
  left join cost_balances b
    on b.platform_id = platform
    and b.scope_id = s.warehouse_id
    and b.variant_id = s.variant_id
  where s.on_hand <> coalesce(b.qty, 0)
    and not exists (
      select 1
      from warehouse_settings w
      where w.platform_id = platform and w.costing_scope = 'platform')

  union all
  select 'I10', s.warehouse_id || '/' || s.variant_id, '0', s.backordered::text
  from unnest(v_warehouses, v_variants) as t(w, v)
  join stock_levels s
    on s.platform_id = platform and s.warehouse_id = t.w and s.variant_id = t.v
  where s.backordered > 0
    and s.on_hand - s.unavailable - s.reserved > 0
    and exists (
      select
      from reservations r
      where r.platform_id = platform
        and r.warehouse_id = s.warehouse_id
        and r.variant_id = s.variant_id
        and r.backordered > 0
        and r.per_kit is null);
end
$$;

alter function stock.verify_since owner to stowage_stock;
revoke all on function stock.verify_since from public;
grant execute on function stock.verify_since to stowage_app;
