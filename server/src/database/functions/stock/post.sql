-- Posts one move: changes buckets and levels, and appends the ledger, the claims, the values and the event.
-- Returns {moveId, recordedAt, sides}, or {moveId, duplicate: true} when the deduplication key was posted
-- before. Quantities are whole numbers of the smallest unit of a variant and arrive as text.
--
-- A refusal is raised with its error code as the message: platform_not_ready (ST503), future_date_refused
-- (ST422), period_closed (ST409), and what stock.ensure, stock.require_held and stock.move_claims raise.
-- All functions of the stock lock in one order: levels by warehouse and variant, buckets by id, claims by
-- id, allocations by id, cost balances by scope and variant. The settings keep the planner from reading a
-- cold table without statistics whole, and one plan serves all callers.
create or replace function stock.post(platform uuid, header jsonb, lines jsonb) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_sides stock.side[];
  v_recorded_at timestamptz;
  v_effective_at timestamptz;
  v_move_id bigint;
  v_closed_through date;
  v_cost_scope text;
  v_is_fifo boolean;
  v_qty_before bigint;
  v_seq_before bigint;
  v_posted jsonb[] := '{}';
  v_is_waiting boolean := false;
  v_gaining jsonb;
  v_freed jsonb;
  v_row record;
begin
  perform set_config('app.platform_id', platform::text, true);
  select closed_through, costing_scope, costing_method = 'fifo'
    into v_closed_through, v_cost_scope, v_is_fifo
  from warehouse_settings
  where platform_id = platform;
  -- Also when row-level security hides the row.
  if not found then
    raise exception 'platform_not_ready' using errcode = 'ST503';
  end if;
  -- Exactly once per event.
  if header ? 'dedupeKey' then
    select move_id into v_move_id
    from stock_moves
    where platform_id = platform and dedupe_key = header->>'dedupeKey';
    if found then
      return jsonb_build_object('moveId', v_move_id::text, 'duplicate', true);
    end if;
  end if;

  -- 1. Both sides of each line. The keys of a bucket never change, so that no lock is needed yet.
  v_sides := stock.ensure(platform, lines);

  -- 2. Locks: the levels whose numbers will change, then the buckets, each in key order.
  -- Stock that comes may complete kits, which changes the levels of their other components.
  select jsonb_agg(jsonb_build_object('warehouseId', x.warehouse_id, 'variantId', x.variant_id))
    into v_gaining
  from (
    select x.warehouse_id, x.variant_id
    from unnest(v_sides) x
    where x.sellable
    group by 1, 2
    having sum(x.delta) > 0) x;
  if v_gaining is not null then
    v_gaining := stock.with_kits(platform, v_gaining);
  end if;
  perform 1
  from (
    select x.warehouse_id, x.variant_id
    from (
      select y.warehouse_id, y.variant_id
      from unnest(v_sides) y
      group by 1, 2
      having sum(y.delta) <> 0
        or sum(case when y.sellable then 0 else y.delta end) <> 0
        or sum(y.consumed) <> 0
      union
      select l."warehouseId", l."variantId"
      from jsonb_to_recordset(v_gaining) as l("warehouseId" uuid, "variantId" uuid)) x
    order by x.warehouse_id, x.variant_id) k
  cross join lateral (
    select 1
    from stock_levels s
    where s.platform_id = platform
      and s.warehouse_id = k.warehouse_id
      and s.variant_id = k.variant_id
    offset 0
    for no key update) s;
  select greatest(date_trunc('milliseconds', clock_timestamp()), max(b.last_at)) into v_recorded_at
  from (select distinct x.bucket_id from unnest(v_sides) x order by x.bucket_id) k
  cross join lateral (
    select last_at
    from stock_buckets
    where platform_id = platform and bucket_id = k.bucket_id
    offset 0
    for no key update) b;
  v_effective_at := coalesce(
    date_trunc('milliseconds', (header->>'effectiveAt')::timestamptz), v_recorded_at);
  if v_effective_at > v_recorded_at then
    raise exception 'future_date_refused' using errcode = 'ST422';
  end if;
  if v_closed_through > '1900-01-01' then
    if (
      v_effective_at at time zone (
        select timezone
        from warehouses
        where platform_id = platform and warehouse_id = (header->>'warehouseId')::uuid)
    )::date <= v_closed_through then
      raise exception 'period_closed' using errcode = 'ST409';
    end if;
  end if;
  if v_effective_at < v_recorded_at then
    perform stock.require_held(platform, v_effective_at, v_sides);
  end if;

  -- 3. The move, the buckets and the ledger.
  insert into stock_moves (
    platform_id, kind, warehouse_id, source_type, source_id, reason_code, note, effective_at,
    recorded_at, actor_type, actor_id, request_id, dedupe_key, reverses_move_id
  )
  values (
    platform, header->>'kind', (header->>'warehouseId')::uuid, header->>'sourceType',
    (header->>'sourceId')::uuid, header->>'reasonCode', header->>'note', v_effective_at,
    v_recorded_at, header->>'actorType', (header->>'actorId')::uuid, header->>'requestId',
    header->>'dedupeKey', (header->>'reversesMoveId')::bigint
  )
  returning move_id into v_move_id;
  -- Buckets that lose come first: a serial number is in one place.
  for v_row in
    select *
    from (
      select
        x.*,
        row_number() over w as n,
        (sum(x.delta) over w)::bigint as run,
        (sum(x.delta) over b)::bigint as change,
        (sum(x.alloc) over b)::bigint as claimed,
        count(*) over b as entries
      from unnest(v_sides) x
      window
        b as (partition by x.bucket_id),
        w as (partition by x.bucket_id order by x.delta desc, x.line_no rows unbounded preceding)) z
    order by change > 0, bucket_id, n
  loop
    if v_row.n = 1 then
      update stock_buckets
      set
        on_hand = on_hand + v_row.change,
        allocated = allocated + v_row.claimed,
        last_seq = last_seq + v_row.entries,
        last_at = v_recorded_at
      where platform_id = platform and bucket_id = v_row.bucket_id
      returning on_hand - v_row.change, last_seq - v_row.entries into v_qty_before, v_seq_before;
    end if;
    insert into stock_ledger (
      platform_id, bucket_id, seq, move_id, line_no, party, delta, qty_before, qty_after,
      recorded_at, effective_at
    )
    values (
      platform, v_row.bucket_id, v_seq_before + v_row.n, v_move_id, v_row.line_no, v_row.party,
      v_row.delta, v_qty_before + v_row.run - v_row.delta, v_qty_before + v_row.run,
      v_recorded_at, v_effective_at
    );
    v_posted := v_posted || jsonb_build_object(
      'lineNo', v_row.line_no,
      'bucketId', v_row.bucket_id::text,
      'seq', v_seq_before + v_row.n,
      'qtyAfter', (v_qty_before + v_row.run)::text);
  end loop;

  -- 4. Claims that travel with the stock.
  if jsonb_path_exists(lines, '$[*].allocationId') then
    perform stock.move_claims(platform, v_move_id, lines, v_sides);
  end if;

  -- 5. The levels.
  for v_row in
    select
      warehouse_id,
      variant_id,
      sum(delta)::bigint as d,
      sum(case when sellable then 0 else delta end)::bigint as u,
      sum(consumed)::bigint as c
    from unnest(v_sides)
    group by 1, 2
  loop
    if v_row.d <> 0 or v_row.u <> 0 or v_row.c <> 0 then
      update stock_levels
      set
        on_hand = on_hand + v_row.d,
        unavailable = unavailable + v_row.u,
        reserved = reserved - v_row.c,
        version = version + 1,
        changed_at = v_recorded_at
      where platform_id = platform
        and warehouse_id = v_row.warehouse_id
        and variant_id = v_row.variant_id
      returning v_is_waiting or backordered > 0 into v_is_waiting;
    end if;
  end loop;

  -- 6. The value, waiting backorders and the event.
  perform stock.cost(
    platform, v_cost_scope, v_is_fifo, v_move_id, v_recorded_at, v_effective_at, header, lines,
    v_sides);
  -- What stock.displace has freed of other items.
  v_freed := nullif(current_setting('stock.freed', true), '')::jsonb;
  if v_is_waiting or v_freed is not null then
    perform set_config('stock.freed', '', true);
    perform stock.promote(
      platform, coalesce(v_gaining, '[]') || coalesce(v_freed, '[]'));
  end if;
  insert into tenant_events (
    platform_id, type, subject_type, subject_id, subject_version, payload
  )
  values (
    platform, 'stock.moved', 'stock_move', v_move_id::text, 1,
    jsonb_build_object('kind', header->>'kind', 'sides', to_jsonb(v_posted))
  );
  return jsonb_build_object(
    'moveId', v_move_id::text, 'recordedAt', v_recorded_at, 'sides', to_jsonb(v_posted));
end
$$;

alter function stock.post owner to stowage_stock;
revoke all on function stock.post from public;
grant execute on function stock.post to stowage_app;
