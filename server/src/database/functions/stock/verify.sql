-- Compares every number of the stock of a platform with what it must add up to. One row for each problem,
-- in no order: the rule (I1 to I10), the subject, what is expected and what is there; no row when all is
-- well. A move of a bucket is not recorded before the one before it; both may be of one millisecond.
create or replace function stock.verify(platform uuid)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
as $$
begin
  return query
  select 'I1', b.bucket_id::text, coalesce(l.s, 0)::text, b.on_hand::text
  from stock_buckets b
  left join (
    select bucket_id, sum(delta) s, count(*) n
    from stock_ledger
    where platform_id = platform
    group by 1) l using (bucket_id)
  where b.platform_id = platform
    and (b.on_hand <> coalesce(l.s, 0) or b.last_seq <> coalesce(l.n, 0))

  union all
  select 'I2', bucket_id || '/' || seq, 'chain', qty_before::text
  from (
    select
      bucket_id,
      seq,
      qty_before,
      recorded_at,
      lag(qty_after, 1, 0::bigint) over w as q,
      lag(seq, 1, 0::bigint) over w as s,
      lag(recorded_at) over w as r,
      move_id,
      lag(move_id) over w as pm
    from stock_ledger
    where platform_id = platform
    window w as (partition by bucket_id order by seq)) x
  where qty_before <> q or seq <> s + 1 or (move_id <> pm and recorded_at < r)

  union all
  select
    'I3',
    s.warehouse_id || '/' || s.variant_id,
    coalesce(b.h, 0) || '/' || coalesce(b.u, 0),
    s.on_hand || '/' || s.unavailable
  from stock_levels s
  left join (
    select
      warehouse_id,
      variant_id,
      sum(on_hand) h,
      sum(on_hand) filter (where status <> 'available') u
    from stock_buckets
    where platform_id = platform
    group by 1, 2) b using (warehouse_id, variant_id)
  where s.platform_id = platform
    and (s.on_hand <> coalesce(b.h, 0) or s.unavailable <> coalesce(b.u, 0))

  union all
  select
    'I4',
    s.warehouse_id || '/' || s.variant_id,
    coalesce(r.a, 0) || '/' || coalesce(r.b, 0),
    s.reserved || '/' || s.backordered
  from stock_levels s
  left join (
    select warehouse_id, variant_id, sum(promised) a, sum(backordered) b
    from reservations
    where platform_id = platform
    group by 1, 2) r using (warehouse_id, variant_id)
  where s.platform_id = platform
    and (s.reserved <> coalesce(r.a, 0) or s.backordered <> coalesce(r.b, 0))

  union all
  select 'I5', b.bucket_id::text, coalesce(a.q, 0)::text, b.allocated::text
  from stock_buckets b
  left join (
    select bucket_id, sum(qty) q
    from allocations
    where platform_id = platform and state in ('allocated', 'picked')
    group by 1) a using (bucket_id)
  where b.platform_id = platform and b.allocated <> coalesce(a.q, 0)

  union all
  select 'I6', r.reservation_id::text, coalesce(a.q, 0)::text, r.allocated::text
  from reservations r
  left join (
    select reservation_id, sum(qty) q
    from allocations
    where platform_id = platform and state in ('allocated', 'picked')
    group by 1) a using (reservation_id)
  where r.platform_id = platform and r.allocated <> coalesce(a.q, 0)

  union all
  select 'I7', move_id || '/' || line_no, 'balanced', string_agg(delta::text, ',')
  from stock_ledger
  where platform_id = platform
  group by move_id, line_no
  having case
    when bool_or(party = 'stock') then count(*) <> 2 or sum(delta) <> 0
    else count(*) <> 1
  end

  union all
  select
    'I8',
    b.scope_id || '/' || b.variant_id,
    coalesce(e.q, 0) || '/' || coalesce(e.v, 0),
    b.qty || '/' || b.value_micros
  from cost_balances b
  left join (
    select scope_id, variant_id, sum(qty_delta) q, sum(value_delta) v
    from cost_entries
    where platform_id = platform
    group by 1, 2) e using (scope_id, variant_id)
  where b.platform_id = platform
    and (b.qty <> coalesce(e.q, 0) or b.value_micros <> coalesce(e.v, 0))

  union all
  select
    'I9', s.warehouse_id || '/' || s.variant_id, s.on_hand::text, coalesce(b.qty, 0)::text
  from stock_levels s
  left join cost_balances b
    on b.platform_id = platform
    and b.scope_id = s.warehouse_id
    and b.variant_id = s.variant_id
  where s.platform_id = platform
    and s.on_hand <> coalesce(b.qty, 0)
    and not exists (
      select 1
      from warehouse_settings w
      where w.platform_id = platform and w.costing_scope = 'platform')

  union all
  select 'I10', s.warehouse_id || '/' || s.variant_id, '0', s.backordered::text
  from stock_levels s
  where s.platform_id = platform
    and s.backordered > 0
    and s.on_hand - s.unavailable - s.reserved > 0
    and exists (
      select
      from reservations r
      where r.platform_id = platform
        and r.warehouse_id = s.warehouse_id
        and r.variant_id = s.variant_id
        and r.backordered > 0
        and r.per_kit is null)

  union all
  -- A kit that waits has what is free of all its components, and reserves no parts that make no whole kit: only
  -- what is allocated may be more.
  select 'I18', 'kit line ' || k.source_id, k.made || ' kits',
    case when k.possible > k.made then k.possible || ' possible' else 'loose parts' end
  from (
    select
      c.source_id,
      min(div(c.had, c.per_kit)) as made,
      min(div(c.had + c.can, c.per_kit)) as possible,
      array_agg(c.had) as had,
      array_agg(c.used) as used,
      array_agg(c.per_kit) as per_kit
    from (
      select
        r.source_id,
        r.component_id,
        r.per_kit,
        sum(r.promised + r.consumed) as had,
        sum(r.allocated + r.consumed) as used,
        sum(least(r.backordered, greatest(s.on_hand - s.unavailable - s.reserved, 0))) as can
      from reservations r
      join stock_levels s
        on s.platform_id = platform
        and s.warehouse_id = r.warehouse_id
        and s.variant_id = r.variant_id
      where r.platform_id = platform and r.per_kit is not null
      group by 1, 2, 3) c
    group by 1) k
  where k.possible > k.made
    or exists (
      select
      from unnest(k.had, k.used, k.per_kit) as x(had, used, per_kit)
      where x.had > greatest(k.made * x.per_kit, x.used));
end
$$;

alter function stock.verify owner to stowage_stock;
revoke all on function stock.verify from public;
grant execute on function stock.verify to stowage_app;
