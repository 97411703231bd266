-- Times of the stock are kept in milliseconds, which is how they are shown: stock as of a time that was
-- read in the ledger includes what happened then. Moves of one bucket in one millisecond keep their order
-- by `seq`.
alter table tenant.stock_moves
  alter column effective_at type timestamptz(3) using date_trunc('milliseconds', effective_at),
  alter column recorded_at type timestamptz(3) using date_trunc('milliseconds', recorded_at);
alter table tenant.stock_ledger
  alter column effective_at type timestamptz(3) using date_trunc('milliseconds', effective_at),
  alter column recorded_at type timestamptz(3) using date_trunc('milliseconds', recorded_at);
alter table tenant.stock_buckets
  alter column last_at type timestamptz(3) using date_trunc('milliseconds', last_at);
alter table tenant.stock_levels
  alter column changed_at type timestamptz(3) using date_trunc('milliseconds', changed_at);
alter table tenant.cost_entries
  alter column effective_at type timestamptz(3) using date_trunc('milliseconds', effective_at),
  alter column recorded_at type timestamptz(3) using date_trunc('milliseconds', recorded_at);
alter table tenant.cost_balances
  alter column last_at type timestamptz(3) using date_trunc('milliseconds', last_at);
alter table tenant.cost_layers
  alter column received_at type timestamptz(3) using date_trunc('milliseconds', received_at);
alter table tenant.receipts
  alter column received_at type timestamptz(3) using date_trunc('milliseconds', received_at);
alter table tenant.adjustments
  alter column effective_at type timestamptz(3) using date_trunc('milliseconds', effective_at);

-- Refuses to take from a bucket at a time from which on it once held less: stock as of then would be below
-- zero. Names from when on it is possible. What is taken now and is not there, the tables refuse.
create function stock.require_held(p uuid, v_eff timestamptz, sides stock.side[]) returns void
language plpgsql as $$
declare v_short jsonb;
begin
  -- What a bucket held from each later change on is what it holds now without the changes after that.
  select jsonb_agg(jsonb_build_object('type', 'bucket', 'bucketId', t.bucket_id::text, 'variantId', v.variant_id, 'sku', v.sku,
           'locationId', o.location_id, 'location', o.code, 'status', b.status,
           'possibleFrom', to_char(s.free_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by t.bucket_id) into v_short
  from (select bucket_id, -sum(delta) as taken from unnest(sides) group by 1 having sum(delta) < 0) t
  cross join lateral (select variant_id, location_id, status, on_hand from stock_buckets where platform_id = p and bucket_id = t.bucket_id offset 0) b
  cross join lateral (
    select max(h.until) as free_from from (
      select c.at, lead(c.at) over (order by c.at) as until,
             b.on_hand - coalesce(sum(c.delta) over (order by c.at desc rows between unbounded preceding and 1 preceding), 0) as held
      from (select v_eff as at, 0 as delta
            union all
            select effective_at, sum(delta) from stock_ledger
             where platform_id = p and bucket_id = t.bucket_id and recorded_at > v_eff and effective_at > v_eff group by 1) c) h
    where h.held < t.taken and h.until is not null) s
  cross join lateral (select variant_id, sku from variants where platform_id = p and variant_id = b.variant_id offset 0) v
  cross join lateral (select location_id, code from locations where platform_id = p and location_id = b.location_id offset 0) o
  where s.free_from is not null and b.on_hand >= t.taken;
  if v_short is not null then raise exception 'not_in_stock_then' using errcode = 'ST409', detail = v_short::text; end if;
end $$;

create or replace function stock.post(p uuid, m jsonb, lines jsonb) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
declare
  v_sides stock.side[]; v_at timestamptz; v_eff timestamptz; v_move bigint; v_closed date; v_scope text; v_fifo boolean;
  v_before bigint; v_seq bigint; v_out jsonb[] := '{}'; v_is_waiting boolean := false; r record;
begin
  perform set_config('app.platform_id', p::text, true);
  select closed_through, costing_scope, costing_method = 'fifo' into v_closed, v_scope, v_fifo from warehouse_settings where platform_id = p;
  if not found then raise exception 'platform_not_ready' using errcode = 'ST503'; end if;   -- also when the wall hides the rows
  if m ? 'dedupeKey' then                                             -- exactly once per event
    select move_id into v_move from stock_moves where platform_id = p and dedupe_key = m->>'dedupeKey';
    if found then return jsonb_build_object('moveId', v_move::text, 'duplicate', true); end if;
  end if;

  -- 1 both sides of each line (bucket keys never change, so no lock yet); missing destinations are made, in key order
  v_sides := stock.ensure(p, lines);

  -- 2 locks: levels whose numbers will change, then buckets, each in key order
  perform 1 from (
      select x.warehouse_id, x.variant_id from unnest(v_sides) x group by 1, 2
      having sum(x.delta) <> 0 or sum(case when x.sellable then 0 else x.delta end) <> 0 or sum(x.consumed) <> 0
      order by x.warehouse_id, x.variant_id) k
    cross join lateral (select 1 from stock_levels s where s.platform_id = p and s.warehouse_id = k.warehouse_id and s.variant_id = k.variant_id
                        offset 0 for no key update) s;
  select greatest(date_trunc('milliseconds', clock_timestamp()), max(b.last_at)) into v_at
  from (select distinct x.bucket_id from unnest(v_sides) x order by x.bucket_id) k
    cross join lateral (select last_at from stock_buckets where platform_id = p and bucket_id = k.bucket_id offset 0 for no key update) b;
  v_eff := coalesce(date_trunc('milliseconds', (m->>'effectiveAt')::timestamptz), v_at);
  if v_eff > v_at then raise exception 'future_date_refused' using errcode = 'ST422'; end if;
  if v_closed > '1900-01-01' then
    if (v_eff at time zone (select timezone from warehouses where platform_id = p and warehouse_id = (m->>'warehouseId')::uuid))::date <= v_closed then
      raise exception 'period_closed' using errcode = 'ST409'; end if;
  end if;
  if v_eff < v_at then perform stock.require_held(p, v_eff, v_sides); end if;

  -- 3 header, balances, ledger
  insert into stock_moves (platform_id, kind, warehouse_id, source_type, source_id, reason_code, note, effective_at, recorded_at,
                          actor_type, actor_id, request_id, dedupe_key, reverses_move_id)
  values (p, m->>'kind', (m->>'warehouseId')::uuid, m->>'sourceType', (m->>'sourceId')::uuid, m->>'reasonCode', m->>'note', v_eff, v_at,
          m->>'actorType', (m->>'actorId')::uuid, m->>'requestId', m->>'dedupeKey', (m->>'reversesMoveId')::bigint)
  returning move_id into v_move;
  -- What goes away goes first: a serial number is in one place.
  for r in select * from (
             select x.*, row_number() over w as n, (sum(x.delta) over w)::bigint as run, (sum(x.delta) over b)::bigint as change,
                    (sum(x.alloc) over b)::bigint as claimed, count(*) over b as entries
             from unnest(v_sides) x
             window b as (partition by x.bucket_id), w as (partition by x.bucket_id order by x.delta desc, x.line_no rows unbounded preceding)) z
           order by change > 0, bucket_id, n loop
    if r.n = 1 then
      update stock_buckets set on_hand = on_hand + r.change, allocated = allocated + r.claimed, last_seq = last_seq + r.entries, last_at = v_at
       where platform_id = p and bucket_id = r.bucket_id
      returning on_hand - r.change, last_seq - r.entries into v_before, v_seq;
    end if;
    insert into stock_ledger (platform_id, bucket_id, seq, move_id, line_no, party, delta, qty_before, qty_after, recorded_at, effective_at)
    values (p, r.bucket_id, v_seq + r.n, v_move, r.line_no, r.party, r.delta, v_before + r.run - r.delta, v_before + r.run, v_at, v_eff);
    v_out := v_out || jsonb_build_object('lineNo', r.line_no, 'bucketId', r.bucket_id::text, 'seq', v_seq + r.n, 'qtyAfter', (v_before + r.run)::text);
  end loop;

  -- 4 claims that travel with the goods
  if jsonb_path_exists(lines, '$[*].allocationId') then perform stock.move_claims(p, v_move, lines, v_sides); end if;

  -- 5 promise level
  for r in select warehouse_id, variant_id, sum(delta)::bigint as d, sum(case when sellable then 0 else delta end)::bigint as u, sum(consumed)::bigint as c
           from unnest(v_sides) group by 1, 2 loop
    if r.d <> 0 or r.u <> 0 or r.c <> 0 then
      update stock_levels set on_hand = on_hand + r.d, unavailable = unavailable + r.u, reserved = reserved - r.c, version = version + 1, changed_at = v_at
       where platform_id = p and warehouse_id = r.warehouse_id and variant_id = r.variant_id
      returning v_is_waiting or backordered > 0 into v_is_waiting;
    end if;
  end loop;

  -- 6 value, waiting backorders, event
  perform stock.cost(p, v_scope, v_fifo, v_move, v_at, v_eff, m, lines, v_sides);
  if v_is_waiting then
    for r in select x.warehouse_id, x.variant_id from unnest(v_sides) x where x.sellable group by 1, 2 having sum(x.delta) > 0 order by 1, 2 loop
      perform stock.promote(p, r.warehouse_id, r.variant_id);
    end loop;
  end if;
  insert into tenant_events (platform_id, type, subject_type, subject_id, subject_version, payload)
  values (p, 'stock.moved', 'stock_move', v_move::text, 1, jsonb_build_object('kind', m->>'kind', 'sides', to_jsonb(v_out)));
  return jsonb_build_object('moveId', v_move::text, 'recordedAt', v_at, 'sides', to_jsonb(v_out));
end $$;

-- A move of the same bucket is not recorded before the one before it; both may be of one millisecond.
create or replace function stock.verify(p uuid) returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp as $$
begin return query
  select 'I1', b.bucket_id::text, coalesce(l.s, 0)::text, b.on_hand::text
    from stock_buckets b left join (select bucket_id, sum(delta) s, count(*) n from stock_ledger where platform_id = p group by 1) l using (bucket_id)
   where b.platform_id = p and (b.on_hand <> coalesce(l.s, 0) or b.last_seq <> coalesce(l.n, 0))
  union all select 'I2', bucket_id || '/' || seq, 'chain', qty_before::text from (
    select bucket_id, seq, qty_before, recorded_at, lag(qty_after, 1, 0::bigint) over w as q, lag(seq, 1, 0::bigint) over w as s, lag(recorded_at) over w as r,
           move_id, lag(move_id) over w as pm
    from stock_ledger where platform_id = p window w as (partition by bucket_id order by seq)) x
   where qty_before <> q or seq <> s + 1 or (move_id <> pm and recorded_at < r)
  union all select 'I3', s.warehouse_id || '/' || s.variant_id, coalesce(b.h, 0) || '/' || coalesce(b.u, 0), s.on_hand || '/' || s.unavailable
    from stock_levels s left join (select warehouse_id, variant_id, sum(on_hand) h, sum(on_hand) filter (where status <> 'available') u
         from stock_buckets where platform_id = p group by 1, 2) b using (warehouse_id, variant_id)
   where s.platform_id = p and (s.on_hand <> coalesce(b.h, 0) or s.unavailable <> coalesce(b.u, 0))
  union all select 'I4', s.warehouse_id || '/' || s.variant_id, coalesce(r.a, 0) || '/' || coalesce(r.b, 0), s.reserved || '/' || s.backordered
    from stock_levels s left join (select warehouse_id, variant_id, sum(promised) a, sum(backordered) b from reservations where platform_id = p group by 1, 2) r using (warehouse_id, variant_id)
   where s.platform_id = p and (s.reserved <> coalesce(r.a, 0) or s.backordered <> coalesce(r.b, 0))
  union all select 'I5', b.bucket_id::text, coalesce(a.q, 0)::text, b.allocated::text
    from stock_buckets b left join (select bucket_id, sum(qty) q from allocations where platform_id = p and state in ('allocated', 'picked') group by 1) a using (bucket_id)
   where b.platform_id = p and b.allocated <> coalesce(a.q, 0)
  union all select 'I6', r.reservation_id::text, coalesce(a.q, 0)::text, r.allocated::text
    from reservations r left join (select reservation_id, sum(qty) q from allocations where platform_id = p and state in ('allocated', 'picked') group by 1) a using (reservation_id)
   where r.platform_id = p and r.allocated <> coalesce(a.q, 0)
  union all select 'I7', move_id || '/' || line_no, 'balanced', string_agg(delta::text, ',')
    from stock_ledger where platform_id = p group by move_id, line_no
  having case when bool_or(party = 'stock') then count(*) <> 2 or sum(delta) <> 0 else count(*) <> 1 end
  union all select 'I8', b.scope_id || '/' || b.variant_id, coalesce(e.q, 0) || '/' || coalesce(e.v, 0), b.qty || '/' || b.value_micros
    from cost_balances b left join (select scope_id, variant_id, sum(qty_delta) q, sum(value_delta) v from cost_entries where platform_id = p group by 1, 2) e using (scope_id, variant_id)
   where b.platform_id = p and (b.qty <> coalesce(e.q, 0) or b.value_micros <> coalesce(e.v, 0))
  union all select 'I9', s.warehouse_id || '/' || s.variant_id, s.on_hand::text, coalesce(b.qty, 0)::text
    from stock_levels s left join cost_balances b on b.platform_id = p and b.scope_id = s.warehouse_id and b.variant_id = s.variant_id
   where s.platform_id = p and s.on_hand <> coalesce(b.qty, 0) and not exists (select 1 from warehouse_settings w where w.platform_id = p and w.costing_scope = 'platform')
  union all select 'I10', s.warehouse_id || '/' || s.variant_id, '0', s.backordered::text from stock_levels s
   where s.platform_id = p and s.backordered > 0 and s.on_hand - s.unavailable - s.reserved > 0;
end $$;

create or replace function stock.verify_since(p uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare v_moves bigint[]; v_buckets bigint[]; v_places uuid[]; v_variants uuid[]; v_claims bigint[];
begin
  select array_agg(move_id) into v_moves from stock_moves where platform_id = p and recorded_at >= since;
  select array_agg(distinct l.bucket_id) into v_buckets from unnest(v_moves) as m(id)
    join stock_ledger l on l.platform_id = p and l.move_id = m.id;
  select array_agg(warehouse_id), array_agg(variant_id) into v_places, v_variants from (
    select distinct b.warehouse_id, b.variant_id from unnest(v_buckets) as t(id)
    join stock_buckets b on b.platform_id = p and b.bucket_id = t.id) x;
  select array_agg(r.reservation_id) into v_claims from unnest(v_places, v_variants) as t(w, v)
    join reservations r on r.platform_id = p and r.warehouse_id = t.w and r.variant_id = t.v;
  return query
  select 'I1', b.bucket_id::text, coalesce(l.s, 0)::text, b.on_hand::text
    from unnest(v_buckets) as t(id) join stock_buckets b on b.platform_id = p and b.bucket_id = t.id
    cross join lateral (select sum(delta) s, count(*) n from stock_ledger g where g.platform_id = p and g.bucket_id = t.id) l
   where b.on_hand <> coalesce(l.s, 0) or b.last_seq <> l.n
  union all select 'I2', x.bucket_id || '/' || x.seq, 'chain', x.qty_before::text from (
    select g.bucket_id, g.seq, g.qty_before, g.recorded_at, lag(g.qty_after, 1, 0::bigint) over w as q, lag(g.seq, 1, 0::bigint) over w as s,
           lag(g.recorded_at) over w as r, g.move_id, lag(g.move_id) over w as pm
    from unnest(v_buckets) as t(id) join stock_ledger g on g.platform_id = p and g.bucket_id = t.id
    window w as (partition by g.bucket_id order by g.seq)) x
   where x.qty_before <> x.q or x.seq <> x.s + 1 or (x.move_id <> x.pm and x.recorded_at < x.r)
  union all select 'I3', s.warehouse_id || '/' || s.variant_id, coalesce(b.h, 0) || '/' || coalesce(b.u, 0), s.on_hand || '/' || s.unavailable
    from unnest(v_places, v_variants) as t(w, v) join stock_levels s on s.platform_id = p and s.warehouse_id = t.w and s.variant_id = t.v
    cross join lateral (select sum(on_hand) h, sum(on_hand) filter (where status <> 'available') u
      from stock_buckets k where k.platform_id = p and k.variant_id = t.v and k.warehouse_id = t.w) b
   where s.on_hand <> coalesce(b.h, 0) or s.unavailable <> coalesce(b.u, 0)
  union all select 'I4', s.warehouse_id || '/' || s.variant_id, coalesce(r.a, 0) || '/' || coalesce(r.b, 0), s.reserved || '/' || s.backordered
    from unnest(v_places, v_variants) as t(w, v) join stock_levels s on s.platform_id = p and s.warehouse_id = t.w and s.variant_id = t.v
    cross join lateral (select sum(promised) a, sum(backordered) b
      from reservations k where k.platform_id = p and k.warehouse_id = t.w and k.variant_id = t.v) r
   where s.reserved <> coalesce(r.a, 0) or s.backordered <> coalesce(r.b, 0)
  union all select 'I5', b.bucket_id::text, coalesce(a.q, 0)::text, b.allocated::text
    from unnest(v_buckets) as t(id) join stock_buckets b on b.platform_id = p and b.bucket_id = t.id
    cross join lateral (select sum(qty) q from allocations k where k.platform_id = p and k.bucket_id = t.id and k.state in ('allocated', 'picked')) a
   where b.allocated <> coalesce(a.q, 0)
  union all select 'I6', r.reservation_id::text, coalesce(a.q, 0)::text, r.allocated::text
    from unnest(v_claims) as t(id) join reservations r on r.platform_id = p and r.reservation_id = t.id
    cross join lateral (select sum(qty) q from allocations k where k.platform_id = p and k.reservation_id = t.id and k.state in ('allocated', 'picked')) a
   where r.allocated <> coalesce(a.q, 0)
  union all select 'I7', g.move_id || '/' || g.line_no, 'balanced', string_agg(g.delta::text, ',')
    from unnest(v_moves) as t(id) join stock_ledger g on g.platform_id = p and g.move_id = t.id
   group by g.move_id, g.line_no
  having case when bool_or(g.party = 'stock') then count(*) <> 2 or sum(g.delta) <> 0 else count(*) <> 1 end
  union all select 'I8', b.scope_id || '/' || b.variant_id, coalesce(e.q, 0) || '/' || coalesce(e.v, 0), b.qty || '/' || b.value_micros
    from (select w, v from unnest(v_places, v_variants) as t(w, v) union select p, v from unnest(v_variants) as t(v)) t
    join cost_balances b on b.platform_id = p and b.scope_id = t.w and b.variant_id = t.v
    cross join lateral (select sum(qty_delta) q, sum(value_delta) v from cost_entries k
      where k.platform_id = p and k.scope_id = b.scope_id and k.variant_id = b.variant_id) e
   where b.qty <> coalesce(e.q, 0) or b.value_micros <> coalesce(e.v, 0)
  union all select 'I9', s.warehouse_id || '/' || s.variant_id, s.on_hand::text, coalesce(b.qty, 0)::text
    from unnest(v_places, v_variants) as t(w, v) join stock_levels s on s.platform_id = p and s.warehouse_id = t.w and s.variant_id = t.v
    left join cost_balances b on b.platform_id = p and b.scope_id = s.warehouse_id and b.variant_id = s.variant_id
   where s.on_hand <> coalesce(b.qty, 0) and not exists (select 1 from warehouse_settings w where w.platform_id = p and w.costing_scope = 'platform')
  union all select 'I10', s.warehouse_id || '/' || s.variant_id, '0', s.backordered::text
    from unnest(v_places, v_variants) as t(w, v) join stock_levels s on s.platform_id = p and s.warehouse_id = t.w and s.variant_id = t.v
   where s.backordered > 0 and s.on_hand - s.unavailable - s.reserved > 0;
end $$;

grant create on schema stock to stowage_stock;
revoke all on function stock.require_held(uuid, timestamptz, stock.side[]) from public;
alter function stock.require_held(uuid, timestamptz, stock.side[]) owner to stowage_stock;
revoke create on schema stock from stowage_stock;
