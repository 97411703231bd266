-- The check also sees what was changed behind the documents: the lines of a receipt that is completed, an
-- adjustment set back to a draft. And it sees that the database keeps platforms apart and its rules up.

create or replace function stock.verify_documents(p uuid, since timestamptz)
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
  -- A document that moved stock stays in a state that says so.
  union all select 'I14', 'receipt ' || r.number, 'completed by move ' || m.move_id, r.state
    from stock_moves m join receipts r on r.platform_id = p and r.receipt_id = m.source_id
   where m.platform_id = p and (since is null or m.recorded_at >= since)
     and m.source_type = 'receipt' and r.state not in ('completed', 'reversed')
  union all select 'I14', 'adjustment ' || a.number, 'posted by move ' || m.move_id, a.state
    from stock_moves m join adjustments a on a.platform_id = p and a.adjustment_id = m.source_id
   where m.platform_id = p and (since is null or m.recorded_at >= since)
     and m.source_type = 'adjustment' and a.state not in ('posted', 'reversed')
  -- What its lines say is what its move brought.
  union all select 'I14', 'receipt ' || x.number || ', ' || v.sku || ' in ' || o.code, sum(x.moved)::text, trim_scale(sum(x.written))::text
    from (
      select r.number, l.variant_id, l.location_id, l.status, l.lot_id, s.serial_id, 0 as moved,
             l.qty_received::numeric / greatest(cardinality(l.serial_ids), 1) as written
        from receipts r
        join receipt_lines l on l.platform_id = p and l.receipt_id = r.receipt_id
        left join lateral unnest(l.serial_ids) as s (serial_id) on true
       where r.platform_id = p and (since is null or r.updated_at >= since)
         and r.state in ('completed', 'reversed') and r.move_id is not null
      union all
      select r.number, b.variant_id, b.location_id, b.status, b.lot_id, b.serial_id, g.delta, 0
        from receipts r
        join stock_ledger g on g.platform_id = p and g.move_id = r.move_id
        join stock_buckets b on b.platform_id = p and b.bucket_id = g.bucket_id
       where r.platform_id = p and (since is null or r.updated_at >= since)
         and r.state in ('completed', 'reversed')) x
    join variants v on v.platform_id = p and v.variant_id = x.variant_id
    join locations o on o.platform_id = p and o.location_id = x.location_id
   group by x.number, v.sku, o.code, x.variant_id, x.location_id, x.status, x.lot_id, x.serial_id
  having sum(x.moved) <> sum(x.written)
  union all select 'I14', 'adjustment ' || a.number || ' line ' || l.line_no, coalesce(g.delta, 0)::text, (l.qty_after - l.qty_before)::text
    from adjustments a
    join adjustment_lines l on l.platform_id = p and l.adjustment_id = a.adjustment_id
    left join stock_ledger g on g.platform_id = p and g.move_id = a.move_id and g.line_no = l.line_no
    left join stock_buckets b on b.platform_id = p and b.bucket_id = g.bucket_id
   where a.platform_id = p and (since is null or a.updated_at >= since)
     and a.state in ('posted', 'reversed') and a.move_id is not null
     and (l.qty_after - l.qty_before is distinct from coalesce(g.delta, 0)
       or l.qty <> case l.mode when 'delta' then l.qty_after - l.qty_before else l.qty_after end
       or (b.variant_id, b.location_id, b.status) is distinct from (l.variant_id, l.location_id, l.status) and g.seq is not null)
  union all select 'I15', 'move ' || m.move_id, '1 event', count(e.event_no) || ' events'
    from stock_moves m
    left join tenant_events e on e.platform_id = p and e.subject_type = 'stock_move'
      and e.subject_id = m.move_id::text and e.type = 'stock.moved'
   where m.platform_id = p and (since is null or m.recorded_at >= since)
   group by m.move_id having count(e.event_no) <> 1
  -- A file is in the log once it is done, and its many moves with it.
  union all select 'I15', 'move ' || m.move_id, 'in the log', 'missing'
    from stock_moves m left join stock_moves o on o.platform_id = p and o.move_id = m.reverses_move_id
   where m.platform_id = p and (since is null or m.recorded_at >= since)
     and coalesce(o.source_type, m.source_type) <> 'import'
     and not exists (select from audit.audit_log g where g.platform_id = p and g.outcome = 'success'
       and g.request_id = m.request_id
       -- The two are written in one transaction, by clocks that agree.
       and (since is null or g.created_at >= since - interval '1 hour'));
end $$;

create or replace function stock.verify_frame(p uuid)
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
    from pg_constraint c where c.connamespace = 'tenant'::regnamespace and not c.convalidated
  union all select 'I17', c.relname::text, 'triggers on', count(*) || ' off'
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace in ('tenant'::regnamespace, 'audit'::regnamespace) and t.tgenabled <> 'O'
   group by c.relname
  union all select 'I17', c.relname::text, 'row-level security', case when c.relrowsecurity then 'not forced' else 'off' end
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'platform_id'
   where c.relnamespace = 'tenant'::regnamespace and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
  union all select 'I17', c.relname::text, 'row-level security', 'off'
    from pg_class c where c.relnamespace = 'audit'::regnamespace and not c.relrowsecurity
     and exists (select from pg_policy y where y.polrelid = c.oid)
  union all select 'I17', c.relname::text, 'a policy for rows', case when y.oid is null then 'missing' else y.polname || ' admits all' end
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'platform_id'
    left join pg_policy y on y.polrelid = c.oid and y.polroles && array['stowage_app'::regrole::oid, 0::oid]
   where c.relnamespace = 'tenant'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('stowage_app', c.oid, 'select')
     and (y.oid is null or y.polpermissive and coalesce(pg_get_expr(y.polqual, y.polrelid), pg_get_expr(y.polwithcheck, y.polrelid)) = 'true')
  union all select 'I17', r.rolname::text, 'row-level security', 'bypassed'
    from pg_roles r where r.rolname in ('stowage_app', 'stowage_stock') and (r.rolsuper or r.rolbypassrls);
end $$;
