-- What reading the stock and checking its books takes, beside what keeping them does.

-- Everything that ever lay in a place, emptied piles too: its history, and what it held at a moment.
create index bucket_at_location on tenant.stock_buckets (platform_id, location_id);
-- What is not for sale is a small part of everything.
create index bucket_off_sale on tenant.stock_buckets (platform_id, status, variant_id)
  where status <> 'available' and on_hand > 0;
create index lots_by_code on tenant.lots (platform_id, code);
create index level_backordered on tenant.stock_levels (platform_id, variant_id) where backordered > 0;
create index move_by_actor on tenant.stock_moves (platform_id, actor_id, recorded_at desc, move_id desc);
create index events_of_subject on tenant.tenant_events (platform_id, subject_type, subject_id);

-- A serial number that is moved is in two places for the length of one statement. A unique index is
-- checked row by row and refuses that, depending on which row comes first; this waits for the end.
drop index tenant.serial_in_one_place;
alter table tenant.stock_buckets add constraint serial_in_one_place
  exclude using btree (platform_id with =, serial_id with =) where (on_hand > 0)
  deferrable initially immediate;

-- As it was, but names the rule that may be met: one that waits for the end cannot be.
create or replace function stock.ensure(p uuid, lines jsonb) returns stock.side[]
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
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

-- Documents and the stock agree, and each movement was told once and is in the log. `since` null asks
-- for all movements, else for those recorded from then on. Reads the log, so it runs as its owner.
create function stock.verify_documents(p uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable security definer set search_path = tenant, stock, pg_temp as $$
begin
  perform set_config('app.platform_id', p::text, true);
  return query
  select 'I14', m.source_type || ' move ' || m.move_id, 'its document', coalesce(m.source_id::text, 'none')
    from stock_moves m
    left join receipts r on r.platform_id = p and m.source_type = 'receipt' and r.receipt_id = m.source_id
    left join adjustments a on a.platform_id = p and m.source_type = 'adjustment' and a.adjustment_id = m.source_id
   where m.platform_id = p and (since is null or m.recorded_at >= since)
     and ((m.source_type = 'receipt' and r.receipt_id is null)
       or (m.source_type = 'adjustment' and a.adjustment_id is null))
  union all select 'I14', 'receipt ' || r.number, 'a move', 'none'
    from receipts r left join stock_moves m on m.platform_id = p and m.move_id = r.move_id
   where r.platform_id = p and (since is null or r.updated_at >= since)
     and r.state in ('completed', 'reversed') and m.source_id is distinct from r.receipt_id
  -- One that changed nothing has no move.
  union all select 'I14', 'adjustment ' || a.number, 'a move', 'none'
    from adjustments a left join stock_moves m on m.platform_id = p and m.move_id = a.move_id
   where a.platform_id = p and (since is null or a.updated_at >= since)
     and a.state in ('posted', 'reversed') and m.source_id is distinct from a.adjustment_id
     and exists (select from adjustment_lines l where l.platform_id = p
       and l.adjustment_id = a.adjustment_id and l.qty_after <> l.qty_before)
  union all select 'I14', 'receipt ' || r.number, 'undone with its move', r.state
    from receipts r left join stock_moves m on m.platform_id = p and m.reverses_move_id = r.move_id
   where r.platform_id = p and (since is null or r.updated_at >= since)
     and r.move_id is not null and (r.state = 'reversed') <> (m.move_id is not null)
  union all select 'I14', 'adjustment ' || a.number, 'undone with its move', a.state
    from adjustments a left join stock_moves m on m.platform_id = p and m.reverses_move_id = a.move_id
   where a.platform_id = p and (since is null or a.updated_at >= since)
     and a.move_id is not null and (a.state = 'reversed') <> (m.move_id is not null)
  union all select 'I15', 'move ' || m.move_id, '1 event', count(e.event_no) || ' events'
    from stock_moves m
    left join tenant_events e on e.platform_id = p and e.subject_type = 'stock_move'
      and e.subject_id = m.move_id::text and e.type = 'stock.moved'
   where m.platform_id = p and (since is null or m.recorded_at >= since)
   group by m.move_id having count(e.event_no) <> 1
  union all select 'I15', 'move ' || m.move_id, 'in the log', 'missing'
    from stock_moves m
   where m.platform_id = p and (since is null or m.recorded_at >= since)
     and not exists (select from audit.audit_log g where g.platform_id = p and g.outcome = 'success'
       and g.request_id = m.request_id
       -- The two are written in one transaction, by clocks that agree.
       and (since is null or g.created_at >= since - interval '1 hour'));
end $$;

-- Nothing of a platform points at what the platform does not have, and the rules that keep it so are
-- there. Ids are unique among all platforms: a row of another one is the same as no row.
create function stock.verify_frame(p uuid)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp as $$
declare f record;
begin
  for f in
    select c.conname as name, c.conrelid::regclass as child, c.confrelid::regclass as parent,
      string_agg(format('q.%I = c.%I', y.attname, x.attname), ' and ' order by k.n) as pairs,
      string_agg(format('c.%I is not null', x.attname), ' and ' order by k.n) as given,
      string_agg(format('c.%I::text', x.attname), ', ' order by k.n)
        filter (where x.attname <> 'platform_id') as shown
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) with ordinality as k(child, parent, n)
    join pg_attribute x on x.attrelid = c.conrelid and x.attnum = k.child
    join pg_attribute y on y.attrelid = c.confrelid and y.attnum = k.parent
    where c.contype = 'f' and c.connamespace = 'tenant'::regnamespace
      and has_table_privilege(c.conrelid, 'select') and has_table_privilege(c.confrelid, 'select')
    group by c.oid, c.conname, c.conrelid, c.confrelid
    having bool_or(x.attname = 'platform_id') and count(*) > 1
  loop
    return query execute format(
      'select ''I16'', %L || '' '' || concat_ws(''/'', %s), ''a row of this platform'', ''none'' from %s c
        where c.platform_id = $1 and %s
          and not exists (select from %s q where q.platform_id = $1 and %s) limit 100',
      f.name, f.shown, f.child, f.given, f.parent, f.pairs) using p;
  end loop;
  return query
  select 'I17', l.bucket_id || '/' || l.seq, 'the row before', 'none' from stock_ledger l
   where l.platform_id = p and l.seq > 1 and not exists (select from stock_ledger b
     where b.platform_id = p and b.bucket_id = l.bucket_id and b.seq = l.seq - 1 and b.qty_after = l.qty_before)
  union all select 'I17', e.scope_id || '/' || e.variant_id || '/' || e.seq, 'the row before', 'none' from cost_entries e
   where e.platform_id = p and e.seq > 1 and not exists (select from cost_entries b
     where b.platform_id = p and b.scope_id = e.scope_id and b.variant_id = e.variant_id and b.seq = e.seq - 1
       and b.qty_after = e.qty_before and b.value_after = e.value_before)
  union all select 'I17', n.name, 'a rule of the database',
    case when c.oid is null then 'missing' else 'not enforced' end
    from unnest(array['chain', 'chain_target', 'entry_sane', 'stock_ledger_begins_at_zero', 'cost_chain',
      'cost_chain_target', 'cost_entry_adds_up', 'cost_entry_sane', 'cost_balance_sane', 'bucket_sane',
      'one_bucket', 'tracking_rule', 'only_available_is_allocated', 'serial_in_one_place', 'level_sane',
      'no_oversell', 'scale_and_tracking_frozen', 'reversed_once', 'posted_once', 'claim_sane',
      'one_claim']) as n(name)
    left join pg_constraint c on c.conname = n.name and c.connamespace = 'tenant'::regnamespace
   where c.oid is null
  union all select 'I17', c.conname::text, 'a rule of the database', 'not enforced'
    from pg_constraint c where c.connamespace = 'tenant'::regnamespace and not c.convalidated;
end $$;

-- The same as stock.verify for the piles, levels, claims and values that moves recorded from `since`
-- on have touched; the frame is not asked again.
create function stock.verify_since(p uuid, since timestamptz)
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
   where x.qty_before <> x.q or x.seq <> x.s + 1 or (x.move_id <> x.pm and x.recorded_at <= x.r)
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

-- Platforms whose books are checked.
create function authz.platforms_at_work()
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id from tenant.platforms p where p.status <> 'deleted' order by p.platform_id
$$;
revoke all on function authz.platforms_at_work() from public;
grant execute on function authz.platforms_at_work() to stowage_app;
alter function authz.platforms_at_work() owner to stowage_authz;

-- Whether a movement is in the log is asked by its request alone.
grant usage on schema audit to stowage_stock;
grant select (platform_id, created_at, outcome, request_id) on audit.audit_log to stowage_stock;
create policy stock_reads on audit.audit_log for select to stowage_stock
  using (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid));

grant create on schema stock to stowage_stock;
do $$
declare
  signature text;
begin
  foreach signature in array array[
    'verify_documents(uuid, timestamptz)', 'verify_frame(uuid)', 'verify_since(uuid, timestamptz)']
  loop
    execute format('revoke all on function stock.%s from public', signature);
    execute format('grant execute on function stock.%s to stowage_app', signature);
    execute format('alter function stock.%s owner to stowage_stock', signature);
  end loop;
end
$$;
revoke create on schema stock from stowage_stock;
