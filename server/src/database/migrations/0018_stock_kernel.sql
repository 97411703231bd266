-- The only writer of stock. The application reads these tables and calls these functions; it has no
-- right to write a single row of them. Everything that changes a number locks in one order: levels by
-- warehouse and variant, buckets by id, claims by id, allocations by id, cost balances by scope and
-- variant. Quantities are whole numbers of the smallest unit of a variant and arrive as text.
-- What is refused is raised with the code of the error as its message: ST404, ST409, ST422, ST503.

create schema stock;

create type stock.side as (line_no int, bucket_id bigint, warehouse_id uuid, variant_id uuid, sellable boolean,
  party text, delta bigint, alloc bigint, consumed bigint);

create function stock.sides(p uuid, lines jsonb) returns stock.side[]
language plpgsql stable security definer set search_path = tenant, stock, pg_temp as $$
declare v_sides stock.side[];
begin
  select array_agg(row(x.line_no, x.bucket_id, x.warehouse_id, x.variant_id, x.status = 'available', x.party, x.delta, x.alloc, x.consumed)::stock.side
                   order by x.bucket_id, x.delta desc, x.line_no) into v_sides
  from (
    select l."lineNo" as line_no, b.bucket_id, b.warehouse_id, b.variant_id, b.status, coalesce(l.party, 'stock') as party, -l.qty as delta,
           case when l."allocationId" is null then 0 else -l.qty end as alloc, case when l.claim = 'consume' then l.qty else 0 end as consumed
    from jsonb_to_recordset(lines) as l("lineNo" int, qty bigint, party text, "fromBucket" bigint, "allocationId" bigint, claim text)
    join stock_buckets b on b.platform_id = p and b.bucket_id = l."fromBucket"
    union all
    select l."lineNo", b.bucket_id, b.warehouse_id, b.variant_id, b.status, coalesce(l.party, 'stock'), l.qty,
           case when l.claim in ('carry', 'follow', 'restore') then l.qty else 0 end, case when l.claim = 'restore' then -l.qty else 0 end
    from jsonb_to_recordset(lines) as l("lineNo" int, qty bigint, party text, "toBucket" bigint, claim text)
    join stock_buckets b on b.platform_id = p and b.bucket_id = l."toBucket"
    union all
    select l."lineNo", b.bucket_id, b.warehouse_id, b.variant_id, b.status, coalesce(l.party, 'stock'), l.qty,
           case when l.claim in ('carry', 'follow', 'restore') then l.qty else 0 end, case when l.claim = 'restore' then -l.qty else 0 end
    from jsonb_to_recordset(lines) as l("lineNo" int, "variantId" uuid, qty bigint, party text, claim text,
         "toLocation" uuid, "toStatus" text, "toLot" uuid, "toSerial" uuid, "toContainer" uuid)
    join stock_buckets b on b.platform_id = p and b.variant_id = l."variantId" and b.location_id = l."toLocation" and b.status = coalesce(l."toStatus", 'available')
         and b.lot_id is not distinct from l."toLot" and b.serial_id is not distinct from l."toSerial" and b.container_id is not distinct from l."toContainer"
  ) x;
  return v_sides;
end $$;

-- sides of all lines; levels and buckets that do not exist yet are made in key order, before any lock is taken
create function stock.ensure(p uuid, lines jsonb) returns stock.side[]
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
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
    order by 3, 5, 6, 7, 8, 9 on conflict do nothing;
    v_sides := stock.sides(p, lines);
    if v_n is null or v_n <> coalesce(cardinality(v_sides), 0) then raise exception 'bucket_not_found' using errcode = 'ST404'; end if;
  end if;
  return v_sides;
end $$;

-- first call of a command that makes more than one kernel call. lines: those of its later posts, plus
-- {lineNo, qty: "1", party: "loss", fromBucket} for every other bucket it will touch; levels: those it touches besides
create function stock.lock(p uuid, levels jsonb, lines jsonb) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare v_sides stock.side[]; v_levels jsonb;
begin
  perform set_config('app.platform_id', p::text, true);
  v_sides := stock.ensure(p, lines);
  select levels || coalesce(jsonb_agg(jsonb_build_object('warehouseId', x.warehouse_id, 'variantId', x.variant_id)), '[]') into v_levels from unnest(v_sides) x;
  perform 1 from stock_levels s where s.platform_id = p and (s.warehouse_id, s.variant_id) in (
      select l."warehouseId", l."variantId" from jsonb_to_recordset(v_levels) as l("warehouseId" uuid, "variantId" uuid))
    order by s.warehouse_id, s.variant_id for no key update;
  perform 1 from stock_buckets where platform_id = p and bucket_id = any (select x.bucket_id from unnest(v_sides) x) order by bucket_id for no key update;
end $$;

create function stock.post(p uuid, m jsonb, lines jsonb) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare
  v_sides stock.side[]; v_at timestamptz; v_eff timestamptz; v_move bigint; v_closed date; v_out jsonb; r record;
begin
  perform set_config('app.platform_id', p::text, true);
  select closed_through into v_closed from warehouse_settings where platform_id = p;
  if not found then raise exception 'platform_not_ready' using errcode = 'ST503'; end if;   -- also when the wall hides the rows
  if m ? 'dedupeKey' then                                             -- exactly once per event
    select move_id into v_move from stock_moves where platform_id = p and dedupe_key = m->>'dedupeKey';
    if found then return jsonb_build_object('moveId', v_move::text, 'duplicate', true); end if;
  end if;

  -- 1 both sides of each line (bucket keys never change, so no lock yet); missing destinations are made, in key order
  v_sides := stock.ensure(p, lines);

  -- 2 locks: levels whose numbers will change, then buckets, each in key order
  perform 1 from stock_levels s where s.platform_id = p and (s.warehouse_id, s.variant_id) in (
      select x.warehouse_id, x.variant_id from unnest(v_sides) x group by 1, 2
      having sum(x.delta) <> 0 or sum(case when x.sellable then 0 else x.delta end) <> 0 or sum(x.consumed) <> 0)
    order by s.warehouse_id, s.variant_id for no key update;
  select greatest(clock_timestamp(), max(b.last_at) + interval '1 microsecond') into v_at
  from (select last_at from stock_buckets where platform_id = p and bucket_id = any (select x.bucket_id from unnest(v_sides) x)
        order by bucket_id for no key update) b;
  v_eff := coalesce((m->>'effectiveAt')::timestamptz, v_at);
  if v_eff > v_at then raise exception 'future_date_refused' using errcode = 'ST422'; end if;
  if v_closed > '1900-01-01' and (v_eff at time zone (select timezone from warehouses where platform_id = p and warehouse_id = (m->>'warehouseId')::uuid))::date <= v_closed then
    raise exception 'period_closed' using errcode = 'ST409'; end if;

  -- 3 header, balances, ledger
  insert into stock_moves (platform_id, kind, warehouse_id, source_type, source_id, reason_code, note, effective_at, recorded_at,
                          actor_type, actor_id, request_id, dedupe_key, reverses_move_id)
  values (p, m->>'kind', (m->>'warehouseId')::uuid, m->>'sourceType', (m->>'sourceId')::uuid, m->>'reasonCode', m->>'note', v_eff, v_at,
          m->>'actorType', (m->>'actorId')::uuid, m->>'requestId', m->>'dedupeKey', (m->>'reversesMoveId')::bigint)
  returning move_id into v_move;
  with s as (select x.*, row_number() over w as n, sum(x.delta) over w as run
             from unnest(v_sides) x window w as (partition by x.bucket_id order by x.delta desc, x.line_no rows unbounded preceding)),
       t as (select bucket_id, sum(delta)::bigint as d, sum(alloc)::bigint as a, count(*) as n from unnest(v_sides) group by 1),
       u as (update stock_buckets b set on_hand = b.on_hand + t.d, allocated = b.allocated + t.a, last_seq = b.last_seq + t.n, last_at = v_at
             from t where b.platform_id = p and b.bucket_id = t.bucket_id
             returning b.bucket_id, b.on_hand - t.d as before, b.last_seq - t.n as seq0),
       i as (insert into stock_ledger (platform_id, bucket_id, seq, move_id, line_no, party, delta, qty_before, qty_after, recorded_at, effective_at)
             select p, s.bucket_id, u.seq0 + s.n, v_move, s.line_no, s.party, s.delta, u.before + s.run - s.delta, u.before + s.run, v_at, v_eff
             from s join u on u.bucket_id = s.bucket_id returning line_no, bucket_id, seq, qty_after)
  select jsonb_agg(jsonb_build_object('lineNo', line_no, 'bucketId', bucket_id::text, 'seq', seq, 'qtyAfter', qty_after::text)) into v_out from i;

  -- 4 claims that travel with the goods
  if jsonb_path_exists(lines, '$[*].allocationId') then perform stock.move_claims(p, v_move, lines, v_sides); end if;

  -- 5 promise level
  update stock_levels s set on_hand = s.on_hand + t.d, unavailable = s.unavailable + t.u, reserved = s.reserved - t.c,
         version = s.version + 1, changed_at = v_at
  from (select warehouse_id, variant_id, sum(delta)::bigint as d, sum(case when sellable then 0 else delta end)::bigint as u, sum(consumed)::bigint as c
        from unnest(v_sides) group by 1, 2) t
  where s.platform_id = p and s.warehouse_id = t.warehouse_id and s.variant_id = t.variant_id and (t.d <> 0 or t.u <> 0 or t.c <> 0);

  -- 6 value, waiting backorders, event
  perform stock.cost(p, v_move, v_at, v_eff, m, lines, v_sides);
  for r in select x.warehouse_id, x.variant_id from unnest(v_sides) x where x.sellable group by 1, 2 having sum(x.delta) > 0 order by 1, 2 loop
    perform stock.promote(p, r.warehouse_id, r.variant_id);
  end loop;
  insert into tenant_events (platform_id, type, subject_type, subject_id, subject_version, payload)
  values (p, 'stock.moved', 'stock_move', v_move::text, 1, jsonb_build_object('kind', m->>'kind', 'sides', v_out));
  return jsonb_build_object('moveId', v_move::text, 'recordedAt', v_at, 'sides', v_out);
end $$;

create function stock.move_claims(p uuid, v_move bigint, lines jsonb, sides stock.side[]) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare r record; v_state text; v_to bigint; v_q bigint; v_c bigint;
begin
  perform 1 from reservations where platform_id = p and reservation_id in (
      select a.reservation_id from allocations a where a.platform_id = p and a.allocation_id in (
        select l."allocationId" from jsonb_to_recordset(lines) as l("allocationId" bigint)))
    order by reservation_id for no key update;
  for r in
    select a.*, l.qty as take, l.claim, l."lineNo" as line, l."fromBucket" as from_bucket, t.bucket_id as to_bucket
    from jsonb_to_recordset(lines) as l("lineNo" int, qty bigint, "fromBucket" bigint, "allocationId" bigint, claim text)
    join allocations a on a.platform_id = p and a.allocation_id = l."allocationId"
    left join unnest(sides) t on t.line_no = l."lineNo" and t.delta > 0
    order by a.allocation_id
  loop
    if r.qty < r.take or (r.claim = 'restore' and (r.state <> 'consumed' or r.qty <> r.take))
       or (r.claim <> 'restore' and (r.bucket_id <> r.from_bucket or r.state not in ('allocated', 'picked'))) then
      raise exception 'allocation_changed' using errcode = 'ST409', detail = jsonb_build_object('allocationId', r.allocation_id::text)::text; end if;
    v_state := case when r.claim in ('carry', 'restore') then 'picked' when r.claim = 'follow' then r.state when r.claim = 'consume' then 'consumed' else 'cancelled' end;
    v_to := case when r.claim in ('carry', 'follow', 'restore') then r.to_bucket else r.bucket_id end;
    if r.qty > r.take then
      update allocations set qty = qty - r.take where platform_id = p and allocation_id = r.allocation_id;
      insert into allocations (platform_id, reservation_id, bucket_id, qty, state, move_id, line_no)
      values (p, r.reservation_id, v_to, r.take, v_state, v_move, r.line);
    else
      update allocations set bucket_id = v_to, state = v_state, move_id = v_move, line_no = r.line where platform_id = p and allocation_id = r.allocation_id;
    end if;
    v_q := case when r.claim = 'restore' then -r.take when r.claim in ('carry', 'follow') then 0 else r.take end;
    v_c := case when r.claim = 'drop' then 0 else v_q end;
    update reservations set promised = promised - v_c, allocated = allocated - v_q, consumed = consumed + v_c
     where platform_id = p and reservation_id = r.reservation_id and v_q <> 0;
  end loop;
end $$;

-- waiting backorders take free stock, best claim first; the caller holds the level lock
create function stock.promote(p uuid, w uuid, v uuid) returns bigint
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare free bigint; took bigint;
begin
  select on_hand - unavailable - reserved into free from stock_levels
   where platform_id = p and warehouse_id = w and variant_id = v and backordered > 0;
  if not found or free <= 0 then return 0; end if;
  perform 1 from reservations where platform_id = p and warehouse_id = w and variant_id = v and backordered > 0 order by reservation_id for no key update;
  with x as (select reservation_id, backordered as b, sum(backordered) over (order by priority desc, due_at nulls last, reservation_id) as run
             from reservations where platform_id = p and warehouse_id = w and variant_id = v and backordered > 0),
       u as (update reservations r set promised = r.promised + t.q, backordered = r.backordered - t.q
             from (select reservation_id, least(b, free - (run - b))::bigint as q from x where run - b < free) t
             where r.platform_id = p and r.reservation_id = t.reservation_id returning r.source_type, r.source_id, t.q),
       e as (insert into tenant_events (platform_id, type, subject_type, subject_id, subject_version, payload)
             select p, 'backorder.promised', source_type, source_id::text, 0, jsonb_build_object('warehouseId', w, 'variantId', v, 'qty', q::text) from u)
  select sum(q) into took from u;
  update stock_levels set reserved = reserved + took, backordered = backordered - took, version = version + 1
   where platform_id = p and warehouse_id = w and variant_id = v;
  return took;
end $$;

create function stock.promise(p uuid, lines jsonb, mode text) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare v_plan jsonb; v_bad jsonb; v_now timestamptz := clock_timestamp();
begin
  perform set_config('app.platform_id', p::text, true);
  perform 1 from warehouse_settings where platform_id = p;
  if not found then raise exception 'platform_not_ready' using errcode = 'ST503'; end if;   -- also when the wall hides the rows
  if mode = 'backorder' then
    insert into stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking, backorder_limit)
    select distinct p, l."warehouseId", v.variant_id, v.qty_scale, v.tracking, v.backorder_limit
    from jsonb_to_recordset(lines) as l("warehouseId" uuid, "variantId" uuid) join variants v on v.platform_id = p and v.variant_id = l."variantId"
    order by 2, 3 on conflict do nothing;
  end if;
  perform 1 from stock_levels s where s.platform_id = p and (s.warehouse_id, s.variant_id) in (
      select l."warehouseId", l."variantId" from jsonb_to_recordset(lines) as l("warehouseId" uuid, "variantId" uuid))
    order by s.warehouse_id, s.variant_id for no key update;
  -- demand is summed per key before it is compared: two lines of one variant never see the same free unit
  with l as (
    select l.*, coalesce(s.on_hand - s.unavailable - s.reserved, 0) as free, case when s.variant_id is null then 0 else s.backorder_limit end as lim, coalesce(s.backordered, 0) as waiting,
           sum(l.qty) over w as run
    from jsonb_to_recordset(lines) as l("lineNo" int, "sourceType" text, "sourceId" uuid, "componentId" uuid, "warehouseId" uuid, "variantId" uuid,
         qty bigint, priority smallint, "dueAt" timestamptz, "expiresAt" timestamptz)
    left join stock_levels s on s.platform_id = p and s.warehouse_id = l."warehouseId" and s.variant_id = l."variantId"
    window w as (partition by l."warehouseId", l."variantId" order by l."lineNo" rows unbounded preceding)),
  t as (select l.*, greatest(0, least(qty, free - (run - qty)))::bigint as take from l),
  k as (select t.*, (qty - take)::bigint as rest, sum(qty - take) over w as rrun from t
        window w as (partition by "warehouseId", "variantId" order by "lineNo" rows unbounded preceding)),
  b as (select k.*, case when mode <> 'backorder' then 0 when lim is null then rest
                    else greatest(0, least(rest, lim - waiting - (rrun - rest))) end::bigint as back from k)
  select jsonb_agg(jsonb_build_object('lineNo', "lineNo", 'sourceType', "sourceType", 'sourceId', "sourceId", 'componentId', "componentId",
           'warehouseId', "warehouseId", 'variantId', "variantId", 'qty', qty::text, 'promised', take::text, 'backordered', back::text, 'short', (rest - back)::text,
           'priority', priority, 'dueAt', "dueAt", 'expiresAt', "expiresAt") order by "lineNo"),
         jsonb_agg(jsonb_build_object('lineNo', "lineNo", 'requested', qty::text, 'available', take::text, 'short', (rest - back)::text)) filter (where rest > back)
    into v_plan, v_bad from b;
  if v_bad is not null and mode <> 'partial' then
    raise exception 'insufficient_stock' using errcode = 'ST409', detail = v_bad::text; end if;
  insert into reservations as r (platform_id, source_type, source_id, component_id, warehouse_id, variant_id, promised, backordered, priority, due_at, expires_at)
  select p, "sourceType", "sourceId", "componentId", "warehouseId", "variantId", sum(promised)::bigint, sum(backordered)::bigint, coalesce(max(priority), 5), min("dueAt"), min("expiresAt")
  from jsonb_to_recordset(v_plan) as x("sourceType" text, "sourceId" uuid, "componentId" uuid, "warehouseId" uuid, "variantId" uuid,
       promised bigint, backordered bigint, priority smallint, "dueAt" timestamptz, "expiresAt" timestamptz)
  where promised + backordered > 0 group by 2, 3, 4, 5, 6
  on conflict on constraint one_claim do update set promised = r.promised + excluded.promised, backordered = r.backordered + excluded.backordered;
  update stock_levels s set reserved = s.reserved + x.a, backordered = s.backordered + x.b, version = s.version + 1, changed_at = v_now
  from (select "warehouseId" as w, "variantId" as v, sum(promised)::bigint as a, sum(backordered)::bigint as b
        from jsonb_to_recordset(v_plan) as y("warehouseId" uuid, "variantId" uuid, promised bigint, backordered bigint) group by 1, 2) x
  where s.platform_id = p and s.warehouse_id = x.w and s.variant_id = x.v;
  return v_plan;
end $$;


-- value ledger: only lines that enter or leave a cost scope; issues first, so a transfer carries its value
create function stock.cost(p uuid, v_move bigint, v_at timestamptz, v_eff timestamptz, m jsonb, lines jsonb, sides stock.side[]) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare v_scope text; v_fifo boolean; v_rows jsonb; r record; y record; b cost_balances; q bigint; v bigint; rest bigint; part bigint; want bigint; un boolean; carried jsonb := '{}';
begin
  select costing_scope, costing_method = 'fifo' into v_scope, v_fifo from warehouse_settings where platform_id = p;
  select jsonb_agg(to_jsonb(z)) into v_rows from (
    select s.line_no, case when v_scope = 'platform' then p else s.warehouse_id end as scope_id, s.variant_id, sum(s.delta)::bigint as delta,
           max(l."unitCostMicros") as unit_cost, max(l."valueMicros") as value
    from unnest(sides) s join jsonb_to_recordset(lines) as l("lineNo" int, "unitCostMicros" bigint, "valueMicros" bigint) on l."lineNo" = s.line_no
    group by 1, 2, 3 having sum(s.delta) <> 0) z;
  if v_rows is null then return; end if;
  insert into cost_balances (platform_id, scope_id, variant_id)
    select distinct p, z.scope_id, z.variant_id from jsonb_to_recordset(v_rows) as z(scope_id uuid, variant_id uuid) order by 2, 3 on conflict do nothing;
  perform 1 from cost_balances c where c.platform_id = p and (c.scope_id, c.variant_id) in (
      select z.scope_id, z.variant_id from jsonb_to_recordset(v_rows) as z(scope_id uuid, variant_id uuid))
    order by c.scope_id, c.variant_id for no key update;
  for r in select z.*, t.qty_scale from jsonb_to_recordset(v_rows) as z(line_no int, scope_id uuid, variant_id uuid, delta bigint, unit_cost bigint, value bigint)
           join variants t on t.platform_id = p and t.variant_id = z.variant_id order by z.delta > 0, z.line_no loop
    select * into b from cost_balances where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id;
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
    insert into cost_entries (platform_id, scope_id, variant_id, seq, move_id, line_no, kind, qty_delta, qty_before, qty_after,
                            value_delta, value_before, value_after, variance_micros, unpriced, recorded_at, effective_at)
    values (p, r.scope_id, r.variant_id, b.last_seq + 1, v_move, r.line_no, m->>'kind', r.delta, b.qty, b.qty + r.delta,
            v, b.value_micros, b.value_micros + v, want, un, v_at, v_eff);
    update cost_balances set qty = qty + r.delta, value_micros = value_micros + v, last_seq = last_seq + 1, last_at = v_at
      where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id;
  end loop;
end $$;

-- late choice of bins: incremental and re-entrant, allocates what is promised and not yet allocated
create function stock.allocate(p uuid, claims bigint[], policy text) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare v_plan jsonb; v_out jsonb;
begin
  perform set_config('app.platform_id', p::text, true);
  perform 1 from warehouse_settings where platform_id = p;
  if not found then raise exception 'platform_not_ready' using errcode = 'ST503'; end if;   -- also when the wall hides the rows
  perform 1 from stock_levels s where s.platform_id = p and (s.warehouse_id, s.variant_id) in (
      select r.warehouse_id, r.variant_id from reservations r where r.platform_id = p and r.reservation_id = any (claims))
    order by s.warehouse_id, s.variant_id for no key update;
  with d as (
    select reservation_id, warehouse_id, variant_id, promised - allocated as need,
           sum(promised - allocated) over (partition by warehouse_id, variant_id order by priority desc, due_at nulls last, reservation_id) as hi
    from reservations where platform_id = p and reservation_id = any (claims) and promised > allocated),
  s as (
    select b.bucket_id, b.warehouse_id, b.variant_id, b.on_hand - b.allocated as free,
           sum(b.on_hand - b.allocated) over (partition by b.warehouse_id, b.variant_id order by
             case when policy in ('fefo') then l.expires_on end nulls last,
             case when policy in ('fifo') then b.bucket_id end,
             case when policy = 'fewest' then -(b.on_hand - b.allocated) end,
             o.pick_sequence, b.bucket_id) as hi
    from stock_buckets b
    join locations o on o.platform_id = p and o.location_id = b.location_id and o.pickable and o.status in ('active', 'blocked_in')
    left join lots l on l.platform_id = p and l.lot_id = b.lot_id
    where b.platform_id = p and b.status = 'available' and b.on_hand > b.allocated and (b.warehouse_id, b.variant_id) in (select d.warehouse_id, d.variant_id from d))
  select jsonb_agg(jsonb_build_object('r', d.reservation_id, 'b', s.bucket_id, 'q', least(d.hi, s.hi) - greatest(d.hi - d.need, s.hi - s.free)))
    into v_plan from d join s on s.warehouse_id = d.warehouse_id and s.variant_id = d.variant_id
    and least(d.hi, s.hi) > greatest(d.hi - d.need, s.hi - s.free);
  if v_plan is null then return '[]'; end if;
  perform 1 from stock_buckets where platform_id = p and bucket_id in (select z.b from jsonb_to_recordset(v_plan) as z(b bigint))
    order by bucket_id for no key update;
  with ok as (update stock_buckets k set allocated = k.allocated + t.q
              from (select z.b, sum(z.q)::bigint as q from jsonb_to_recordset(v_plan) as z(b bigint, q bigint) group by 1) t
              where k.platform_id = p and k.bucket_id = t.b and k.on_hand - k.allocated >= t.q returning k.bucket_id),
       a as (insert into allocations (platform_id, reservation_id, bucket_id, qty)
             select p, z.r, z.b, z.q from jsonb_to_recordset(v_plan) as z(r bigint, b bigint, q bigint) join ok on ok.bucket_id = z.b
             returning allocation_id, reservation_id, bucket_id, qty)
  select jsonb_agg(jsonb_build_object('allocationId', allocation_id::text, 'reservationId', reservation_id::text, 'bucketId', bucket_id::text, 'qty', qty::text)) into v_out from a;
  perform 1 from reservations where platform_id = p and reservation_id = any (claims) order by reservation_id for no key update;
  update reservations r set allocated = r.allocated + t.q
    from (select z."reservationId" as i, sum(z.qty)::bigint as q from jsonb_to_recordset(v_out) as z("reservationId" bigint, qty bigint) group by 1) t
    where r.platform_id = p and r.reservation_id = t.i;
  return coalesce(v_out, '[]');
end $$;

-- give claims back: cancels allocations, frees the promise, serves waiting backorders; picked goods only when asked (they stay where they are)
create function stock.release(p uuid, claims bigint[], picked_too boolean) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare q record;
begin
  perform set_config('app.platform_id', p::text, true);
  perform 1 from warehouse_settings where platform_id = p;
  if not found then raise exception 'platform_not_ready' using errcode = 'ST503'; end if;   -- also when the wall hides the rows
  perform 1 from stock_levels s where s.platform_id = p and (s.warehouse_id, s.variant_id) in (
      select r.warehouse_id, r.variant_id from reservations r where r.platform_id = p and r.reservation_id = any (claims))
    order by s.warehouse_id, s.variant_id for no key update;
  perform 1 from stock_buckets where platform_id = p and bucket_id in (
      select a.bucket_id from allocations a where a.platform_id = p and a.reservation_id = any (claims) and a.state in ('allocated', 'picked'))
    order by bucket_id for no key update;
  perform 1 from reservations where platform_id = p and reservation_id = any (claims) order by reservation_id for no key update;
  if not picked_too and exists (select 1 from allocations where platform_id = p and reservation_id = any (claims) and state = 'picked') then
    raise exception 'picked_goods' using errcode = 'ST409'; end if;
  with c as (update allocations set state = 'cancelled' where platform_id = p and reservation_id = any (claims) and state in ('allocated', 'picked') returning bucket_id, qty)
  update stock_buckets b set allocated = b.allocated - t.q from (select bucket_id, sum(qty)::bigint as q from c group by 1) t
   where b.platform_id = p and b.bucket_id = t.bucket_id;
  update stock_levels s set reserved = s.reserved - t.a, backordered = s.backordered - t.b, version = s.version + 1
    from (select warehouse_id, variant_id, sum(promised)::bigint as a, sum(backordered)::bigint as b from reservations
          where platform_id = p and reservation_id = any (claims) group by 1, 2) t
   where s.platform_id = p and s.warehouse_id = t.warehouse_id and s.variant_id = t.variant_id;
  update reservations set promised = 0, backordered = 0, allocated = 0 where platform_id = p and reservation_id = any (claims);
  for q in select distinct warehouse_id, variant_id from reservations where platform_id = p and reservation_id = any (claims) order by 1, 2 loop
    perform stock.promote(p, q.warehouse_id, q.variant_id);
  end loop;
end $$;

create function stock.reverse(p uuid, v_move bigint, m jsonb) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare o stock_moves; v_lines jsonb;
begin
  perform set_config('app.platform_id', p::text, true);
  select * into o from stock_moves where platform_id = p and move_id = v_move;
  if not found then raise exception 'not_found' using errcode = 'ST404'; end if;
  if o.kind not in ('receive','relocate','status_change','adjust','count','scrap','return_in') or o.reverses_move_id is not null then
    raise exception 'not_reversible' using errcode = 'ST409'; end if;
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('lineNo', line_no, 'qty', q, 'party', nullif(party, 'stock'), 'fromBucket', f, 'toBucket', t, 'valueMicros', val)))
    into v_lines from (
      select g.line_no, g.party, abs(max(g.delta)) as q, max(g.bucket_id) filter (where g.delta > 0) as f, max(g.bucket_id) filter (where g.delta < 0) as t,
             (select abs(sum(c.value_delta)) + sum(c.variance_micros) from cost_entries c where c.platform_id = p and c.move_id = v_move and c.line_no = g.line_no and g.party <> 'stock') as val
      from stock_ledger g where g.platform_id = p and g.move_id = v_move group by 1, 2) z;
  return stock.post(p, m || jsonb_build_object('kind', o.kind, 'warehouseId', o.warehouse_id, 'sourceType', 'stock_move', 'reversesMoveId', v_move), v_lines);
end $$;

-- cancel allocations in part or whole (short pick, unrelease, back to pick); goods stay where they are; lines: [{allocationId, qty}]
create function stock.unallocate(p uuid, lines jsonb) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare r record;
begin
  perform set_config('app.platform_id', p::text, true);
  perform 1 from stock_buckets where platform_id = p and bucket_id in (select a.bucket_id from allocations a where a.platform_id = p
      and a.allocation_id in (select l."allocationId" from jsonb_to_recordset(lines) as l("allocationId" bigint))) order by bucket_id for no key update;
  perform 1 from reservations where platform_id = p and reservation_id in (select a.reservation_id from allocations a where a.platform_id = p
      and a.allocation_id in (select l."allocationId" from jsonb_to_recordset(lines) as l("allocationId" bigint))) order by reservation_id for no key update;
  for r in select a.*, l.qty as take from jsonb_to_recordset(lines) as l("allocationId" bigint, qty bigint)
           join allocations a on a.platform_id = p and a.allocation_id = l."allocationId" order by a.allocation_id loop
    if r.state not in ('allocated', 'picked') or r.take > r.qty then
      raise exception 'allocation_changed' using errcode = 'ST409', detail = jsonb_build_object('allocationId', r.allocation_id::text)::text; end if;
    if r.take = r.qty then update allocations set state = 'cancelled' where platform_id = p and allocation_id = r.allocation_id;
    else update allocations set qty = qty - r.take where platform_id = p and allocation_id = r.allocation_id; end if;
    update stock_buckets set allocated = allocated - r.take where platform_id = p and bucket_id = r.bucket_id;
    update reservations set allocated = allocated - r.take where platform_id = p and reservation_id = r.reservation_id;
  end loop;
end $$;

-- physical loss larger than free stock: the least urgent promises wait again; between lock and post, in one transaction
create function stock.displace(p uuid, w uuid, v uuid, need bigint) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare v_out jsonb; v_took bigint;
begin
  perform set_config('app.platform_id', p::text, true);
  perform 1 from stock_levels where platform_id = p and warehouse_id = w and variant_id = v for no key update;
  perform 1 from reservations where platform_id = p and warehouse_id = w and variant_id = v and promised > allocated order by reservation_id for no key update;
  with x as (select reservation_id, promised - allocated as b, sum(promised - allocated) over (order by priority, due_at desc nulls first, reservation_id desc) as run
             from reservations where platform_id = p and warehouse_id = w and variant_id = v and promised > allocated),
       u as (update reservations r set promised = r.promised - t.q, backordered = r.backordered + t.q
             from (select reservation_id, least(b, need - (run - b))::bigint as q from x where run - b < need) t
             where r.platform_id = p and r.reservation_id = t.reservation_id returning r.source_type, r.source_id, t.q)
  select jsonb_agg(jsonb_build_object('sourceType', source_type, 'sourceId', source_id, 'qty', q::text)), sum(q) into v_out, v_took from u;
  if v_took is distinct from need then raise exception 'oversell_refused' using errcode = 'ST409'; end if;
  update stock_levels set reserved = reserved - need, backordered = backordered + need, version = version + 1
   where platform_id = p and warehouse_id = w and variant_id = v;
  return v_out;
end $$;

-- the two attributes that people change on kernel rows: a variant's backorder limit, a claim's urgency
create function stock.set_limit(p uuid, v uuid, lim bigint) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
begin
  perform set_config('app.platform_id', p::text, true);
  perform 1 from stock_levels where platform_id = p and variant_id = v order by warehouse_id for no key update;
  update stock_levels set backorder_limit = lim where platform_id = p and variant_id = v;
end $$;
create function stock.set_urgency(p uuid, claims bigint[], prio smallint, due timestamptz, expires timestamptz) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
begin
  perform set_config('app.platform_id', p::text, true);
  perform 1 from reservations where platform_id = p and reservation_id = any (claims) order by reservation_id for no key update;
  update reservations set priority = prio, due_at = due, expires_at = expires where platform_id = p and reservation_id = any (claims);
end $$;

create function stock.verify(p uuid) returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp as $$
begin return query
  select 'I1', b.bucket_id::text, coalesce(l.s, 0)::text, b.on_hand::text
    from stock_buckets b left join (select bucket_id, sum(delta) s, count(*) n from stock_ledger where platform_id = p group by 1) l using (bucket_id)
   where b.platform_id = p and (b.on_hand <> coalesce(l.s, 0) or b.last_seq <> coalesce(l.n, 0))
  union all select 'I2', bucket_id || '/' || seq, 'chain', qty_before::text from (
    select bucket_id, seq, qty_before, recorded_at, lag(qty_after, 1, 0::bigint) over w as q, lag(seq, 1, 0::bigint) over w as s, lag(recorded_at) over w as r,
           move_id, lag(move_id) over w as pm
    from stock_ledger where platform_id = p window w as (partition by bucket_id order by seq)) x
   where qty_before <> q or seq <> s + 1 or (move_id <> pm and recorded_at <= r)
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


-- Takes every warehouse row of a platform away: example data that is no longer wanted, or what is
-- left of a platform that is being removed. False, and nothing is gone, where people have begun to
-- keep stock of their own.
create function stock.empty(p uuid) returns boolean
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare v_demo text; v_status text; v_table text;
begin
  perform set_config('app.platform_id', p::text, true);
  select demo into v_demo from warehouse_settings where platform_id = p for update;
  if not found then return true; end if;
  select status into v_status from platforms where platform_id = p;
  if v_demo is null and v_status <> 'deleted'
     and (exists (select from products where platform_id = p)
          or exists (select from warehouses where platform_id = p and kind = 'site')) then
    return false; end if;
  -- The chains point backwards within a table, which is checked at the end of each statement.
  foreach v_table in array array[
    'adjustment_lines', 'adjustments', 'receipt_lines', 'receipts', 'verify_runs', 'tenant_events',
    'cost_layers', 'cost_entries', 'cost_balances', 'allocations', 'reservations', 'stock_ledger',
    'stock_moves', 'stock_buckets', 'stock_levels', 'containers', 'serials', 'lots', 'barcodes',
    'variant_units', 'variants', 'products', 'categories', 'locations', 'zones',
    'member_warehouse_scope', 'warehouses', 'reasons', 'number_sequences', 'warehouse_settings'] loop
    execute format('delete from tenant.%I where platform_id = $1', v_table) using p;
  end loop;
  return true;
end $$;

-- Rights: the application writes masters and documents, the functions write stock.
grant usage on schema tenant, stock to stowage_app, stowage_stock;
grant select, insert, update, delete on
  tenant.warehouse_settings, tenant.warehouses, tenant.zones, tenant.locations,
  tenant.member_warehouse_scope, tenant.categories, tenant.products, tenant.variants,
  tenant.variant_units, tenant.barcodes, tenant.lots, tenant.serials, tenant.containers,
  tenant.reasons, tenant.number_sequences, tenant.receipts, tenant.receipt_lines,
  tenant.adjustments, tenant.adjustment_lines
  to stowage_app;
grant select, insert on tenant.verify_runs, tenant.tenant_events to stowage_app;
grant select on
  tenant.stock_levels, tenant.stock_buckets, tenant.stock_moves, tenant.stock_ledger,
  tenant.reservations, tenant.allocations, tenant.cost_balances, tenant.cost_entries,
  tenant.cost_layers
  to stowage_app;
grant select, insert, delete on
  tenant.stock_levels, tenant.stock_buckets, tenant.stock_moves, tenant.stock_ledger,
  tenant.reservations, tenant.allocations, tenant.cost_balances, tenant.cost_entries,
  tenant.cost_layers, tenant.tenant_events
  to stowage_stock;
grant update on
  tenant.stock_levels, tenant.stock_buckets, tenant.reservations, tenant.allocations,
  tenant.cost_balances, tenant.cost_layers
  to stowage_stock;
-- To read them, and to take them away again.
grant select, delete on
  tenant.warehouse_settings, tenant.warehouses, tenant.zones, tenant.locations,
  tenant.member_warehouse_scope, tenant.categories, tenant.products, tenant.variants,
  tenant.variant_units, tenant.barcodes, tenant.lots, tenant.serials, tenant.containers,
  tenant.reasons, tenant.number_sequences, tenant.receipts, tenant.receipt_lines,
  tenant.adjustments, tenant.adjustment_lines, tenant.verify_runs
  to stowage_stock;
-- Locking a row takes the right to update it.
grant update (version) on tenant.warehouse_settings to stowage_stock;
grant select on tenant.platforms to stowage_stock;
grant usage on all sequences in schema tenant to stowage_app, stowage_stock;
create policy stock_reads on tenant.platforms for select to stowage_stock
  using (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid));

do $$
declare
  name text;
begin
  foreach name in array array[
    'warehouse_settings', 'warehouses', 'zones', 'locations', 'member_warehouse_scope', 'categories',
    'products', 'variants', 'variant_units', 'barcodes', 'lots', 'serials', 'containers', 'reasons',
    'number_sequences', 'stock_levels', 'stock_buckets', 'stock_moves', 'stock_ledger',
    'reservations', 'allocations', 'cost_balances', 'cost_entries', 'cost_layers', 'tenant_events',
    'receipts', 'receipt_lines', 'adjustments', 'adjustment_lines', 'verify_runs']
  loop
    execute format('alter table tenant.%I enable row level security', name);
    execute format('alter table tenant.%I force row level security', name);
    execute format(
      'create policy own_platform on tenant.%I for all to stowage_app, stowage_stock
         using (platform_id = (select nullif(current_setting(''app.platform_id'', true), '''')::uuid))
         with check (platform_id = (select nullif(current_setting(''app.platform_id'', true), '''')::uuid))',
      name
    );
  end loop;
end
$$;

-- A new owner must be allowed to create in the schema, for this moment only.
grant create on schema stock to stowage_stock;
do $$
declare
  f record;
begin
  for f in
    select p.oid::regprocedure as signature, p.proname as name
    from pg_proc p where p.pronamespace = 'stock'::regnamespace
  loop
    execute format('revoke all on function %s from public', f.signature);
    if f.name in ('lock', 'post', 'promise', 'allocate', 'unallocate', 'release', 'reverse',
                  'displace', 'verify', 'set_limit', 'set_urgency', 'empty') then
      execute format('grant execute on function %s to stowage_app', f.signature);
    end if;
    -- Short statements on a few keys: a cold table without statistics must not be read whole, and
    -- one plan serves all callers.
    if f.name not in ('verify', 'empty') then
      execute format('alter function %s set enable_seqscan = off', f.signature);
      execute format('alter function %s set enable_hashjoin = off', f.signature);
      execute format('alter function %s set enable_mergejoin = off', f.signature);
      execute format('alter function %s set plan_cache_mode = force_generic_plan', f.signature);
    end if;
    execute format('alter function %s owner to stowage_stock', f.signature);
  end loop;
end
$$;
revoke create on schema stock from stowage_stock;
