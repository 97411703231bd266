-- Posting, as it was and several times as fast. A plan is made when a connection first posts, often while
-- the tables are nearly empty and nobody has counted them, and it is kept: it then read all piles of a
-- platform to find one. Every row is now looked for by its whole key in a query of its own ("lateral …
-- offset 0"), which leaves the planner nothing to guess. Functions that only other functions of the stock
-- call run with what their caller has set: setting all of it again for each took a tenth of the time.

create or replace function stock.sides(p uuid, lines jsonb) returns stock.side[]
language plpgsql stable as $$
declare v_sides stock.side[];
begin
  select array_agg(row(l."lineNo", b.bucket_id, b.warehouse_id, b.variant_id, b.status = 'available', coalesce(l.party, 'stock'), b.sign * l.qty,
           case when b.sign < 0 then case when l."allocationId" is null then 0 else -l.qty end
                when l.claim in ('carry', 'follow', 'restore') then l.qty else 0 end,
           case when b.sign < 0 and l.claim = 'consume' then l.qty when b.sign > 0 and l.claim = 'restore' then -l.qty else 0 end)::stock.side
                   order by b.bucket_id, b.sign * l.qty desc, l."lineNo") into v_sides
  from jsonb_to_recordset(lines) as l("lineNo" int, qty bigint, party text, claim text, "allocationId" bigint, "fromBucket" bigint, "toBucket" bigint,
       "variantId" uuid, "toLocation" uuid, "toStatus" text, "toLot" uuid, "toSerial" uuid, "toContainer" uuid)
  cross join lateral (
    select bucket_id, warehouse_id, variant_id, status, -1 as sign from stock_buckets where platform_id = p and bucket_id = l."fromBucket"
    union all
    select bucket_id, warehouse_id, variant_id, status, 1 from stock_buckets where platform_id = p and bucket_id = l."toBucket"
    union all
    select bucket_id, warehouse_id, variant_id, status, 1 from stock_buckets
     where platform_id = p and variant_id = l."variantId" and location_id = l."toLocation" and status = coalesce(l."toStatus", 'available')
       and lot_id is not distinct from l."toLot" and serial_id is not distinct from l."toSerial" and container_id is not distinct from l."toContainer"
    offset 0) b;
  return v_sides;
end $$;

create or replace function stock.ensure(p uuid, lines jsonb) returns stock.side[]
language plpgsql as $$
declare v_sides stock.side[]; v_n int; v_bad boolean;
begin
  v_sides := stock.sides(p, lines);
  select sum(case when l.party is null then 2 else 1 end), count(*) <> count(distinct l."lineNo") or coalesce(min(l.qty), 0) <= 0 into v_n, v_bad
  from jsonb_to_recordset(lines) as l("lineNo" int, qty bigint, party text);
  if v_bad then raise exception 'invalid_lines' using errcode = 'ST422'; end if;
  if v_n is distinct from coalesce(cardinality(v_sides), 0) then
    insert into stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking, backorder_limit)
    select distinct p, o.warehouse_id, v.variant_id, v.qty_scale, v.tracking, v.backorder_limit
    from jsonb_to_recordset(lines) as l("variantId" uuid, "toLocation" uuid)
    join locations o on o.platform_id = p and o.location_id = l."toLocation"
    join variants v on v.platform_id = p and v.variant_id = l."variantId"
    order by 2, 3 on conflict do nothing;
    insert into stock_buckets (platform_id, warehouse_id, variant_id, tracking, location_id, status, lot_id, serial_id, container_id)
    select distinct p, o.warehouse_id, v.variant_id, v.tracking, l."toLocation", coalesce(l."toStatus", 'available'), l."toLot", l."toSerial", l."toContainer"
    from jsonb_to_recordset(lines) as l("variantId" uuid, "toLocation" uuid, "toStatus" text, "toLot" uuid, "toSerial" uuid, "toContainer" uuid)
    join locations o on o.platform_id = p and o.location_id = l."toLocation"
    join variants v on v.platform_id = p and v.variant_id = l."variantId"
    order by 3, 5, 6, 7, 8, 9 on conflict on constraint one_bucket do nothing;
    v_sides := stock.sides(p, lines);
    if v_n is null or v_n <> coalesce(cardinality(v_sides), 0) then raise exception 'bucket_not_found' using errcode = 'ST404'; end if;
  end if;
  return v_sides;
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
  select greatest(clock_timestamp(), max(b.last_at) + interval '1 microsecond') into v_at
  from (select distinct x.bucket_id from unnest(v_sides) x order by x.bucket_id) k
    cross join lateral (select last_at from stock_buckets where platform_id = p and bucket_id = k.bucket_id offset 0 for no key update) b;
  v_eff := coalesce((m->>'effectiveAt')::timestamptz, v_at);
  if v_eff > v_at then raise exception 'future_date_refused' using errcode = 'ST422'; end if;
  if v_closed > '1900-01-01' then
    if (v_eff at time zone (select timezone from warehouses where platform_id = p and warehouse_id = (m->>'warehouseId')::uuid))::date <= v_closed then
      raise exception 'period_closed' using errcode = 'ST409'; end if;
  end if;

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

create type stock.valued as (line_no int, scope_id uuid, variant_id uuid, delta bigint, unit_cost bigint, value bigint);

drop function stock.cost(uuid, bigint, timestamptz, timestamptz, jsonb, jsonb, stock.side[]);
-- value ledger: only lines that enter or leave a cost scope; issues first, so a transfer carries its value
create function stock.cost(p uuid, v_scope text, v_fifo boolean, v_move bigint, v_at timestamptz, v_eff timestamptz, m jsonb, lines jsonb, sides stock.side[]) returns void
language plpgsql as $$
declare v_rows stock.valued[]; r record; y record; b tenant.cost_balances; q bigint; v bigint; rest bigint; part bigint; want bigint; un boolean; carried jsonb := '{}';
begin
  select array_agg(row(z.*)::stock.valued) into v_rows from (
    select s.line_no, case when v_scope = 'platform' then p else s.warehouse_id end as scope_id, s.variant_id, sum(s.delta)::bigint as delta,
           max(l."unitCostMicros") as unit_cost, max(l."valueMicros") as value
    from unnest(sides) s join jsonb_to_recordset(lines) as l("lineNo" int, "unitCostMicros" bigint, "valueMicros" bigint) on l."lineNo" = s.line_no
    group by 1, 2, 3 having sum(s.delta) <> 0) z;
  if v_rows is null then return; end if;
  -- One balance is made and locked when it is read; of several, the order of the locks counts.
  if cardinality(v_rows) > 1 then
    insert into cost_balances (platform_id, scope_id, variant_id)
      select distinct p, z.scope_id, z.variant_id from unnest(v_rows) z order by 2, 3 on conflict do nothing;
    perform 1 from (select distinct z.scope_id, z.variant_id from unnest(v_rows) z order by 1, 2) z
      cross join lateral (select 1 from cost_balances c where c.platform_id = p and c.scope_id = z.scope_id and c.variant_id = z.variant_id
                          offset 0 for no key update) c;
  end if;
  for r in select z.*, t.qty_scale from unnest(v_rows) z
           cross join lateral (select qty_scale from variants where platform_id = p and variant_id = z.variant_id offset 0) t
           order by z.delta > 0, z.line_no loop
    select * into b from cost_balances where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id for no key update;
    if not found then
      insert into cost_balances (platform_id, scope_id, variant_id) values (p, r.scope_id, r.variant_id) on conflict do nothing;
      select * into b from cost_balances where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id for no key update;
    end if;
    q := abs(r.delta); un := false; want := null;
    if r.delta < 0 then
      if v_fifo then
        v := 0; rest := q;
        for y in select * from cost_layers where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id and qty_left > 0
                 order by move_id is distinct from (m->>'reversesMoveId')::bigint, layer_no loop
          exit when rest = 0;
          part := least(rest, y.qty_left);
          want := case when part = y.qty_left then y.value_left else round(y.value_left::numeric * part / y.qty_left)::bigint end;
          update cost_layers set qty_left = qty_left - part, value_left = value_left - want
            where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id and layer_no = y.layer_no;
          v := v + want; rest := rest - part;
        end loop;
      else
        v := case when q = b.qty then b.value_micros when r.value is not null then least(r.value, b.value_micros)
                  else round(b.value_micros::numeric * q / b.qty)::bigint end;
      end if;
      want := coalesce(r.value, v); carried := carried || jsonb_build_object(r.line_no::text, v); v := -v; want := want + v;
    else
      v := coalesce(r.value, (carried->>r.line_no::text)::bigint, round(r.unit_cost::numeric * q / 10 ^ r.qty_scale)::bigint,
                    case when b.qty > 0 then round(b.value_micros::numeric * q / b.qty)::bigint end);
      un := v is null; v := coalesce(v, 0); want := 0;
      if v_fifo then insert into cost_layers values (p, r.scope_id, r.variant_id, b.last_seq + 1, v_move, r.line_no, v_at, q, q, v, v); end if;
    end if;
    with e as (
      insert into cost_entries (platform_id, scope_id, variant_id, seq, move_id, line_no, kind, qty_delta, qty_before, qty_after,
                                value_delta, value_before, value_after, variance_micros, unpriced, recorded_at, effective_at)
      values (p, r.scope_id, r.variant_id, b.last_seq + 1, v_move, r.line_no, m->>'kind', r.delta, b.qty, b.qty + r.delta,
              v, b.value_micros, b.value_micros + v, want, un, v_at, v_eff))
    update cost_balances set qty = qty + r.delta, value_micros = value_micros + v, last_seq = last_seq + 1, last_at = v_at
      where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id;
  end loop;
end $$;

-- The next numbers of a kind of document, taken in a transaction of their own that does not wait for the
-- disk: the first of so many. Runs with the rights of its caller, in the platform it names.
create function stock.take_numbers(p uuid, k text, n bigint) returns bigint
language plpgsql set search_path = tenant, stock, pg_temp as $$
declare v_next bigint;
begin
  perform set_config('app.platform_id', p::text, true), set_config('synchronous_commit', 'off', true);
  insert into number_sequences as s (platform_id, kind, next_value) values (p, k, n + 1)
  on conflict (platform_id, kind) do update set next_value = s.next_value + n
  returning next_value into v_next;
  return v_next - n;
end $$;
revoke all on function stock.take_numbers(uuid, text, bigint) from public;
grant execute on function stock.take_numbers(uuid, text, bigint) to stowage_app;

grant create on schema stock to stowage_stock;
do $$
declare
  f record;
begin
  for f in
    select p.oid::regprocedure as signature from pg_proc p
    where p.pronamespace = 'stock'::regnamespace and p.proname in ('ensure', 'promote', 'move_claims', 'cost', 'sides')
  loop
    execute format('alter function %s security invoker', f.signature);
    execute format('alter function %s reset all', f.signature);
    execute format('revoke all on function %s from public', f.signature);
    execute format('alter function %s owner to stowage_stock', f.signature);
  end loop;
end
$$;
alter type stock.valued owner to stowage_stock;
revoke create on schema stock from stowage_stock;
