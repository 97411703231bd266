-- Finds rows of a platform that refer to what the platform does not have, broken chains, and constraints,
-- triggers or row-level security that are missing or off. Ids are unique among all platforms, so a row of
-- another one is the same as no row. One row for each problem, in no order, with the rule I16 or I17.
create or replace function stock.verify_frame(platform uuid)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
as $$
declare
  v_key record;
begin
  for v_key in
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
      v_key.name, v_key.shown, v_key.child, v_key.given, v_key.parent, v_key.pairs) using platform;
  end loop;
  return query
  select 'I17', l.bucket_id || '/' || l.seq, 'the row before', 'none'
  from stock_ledger l
  where l.platform_id = platform
    and l.seq > 1
    and not exists (
      select
      from stock_ledger b
      where b.platform_id = platform
        and b.bucket_id = l.bucket_id
        and b.seq = l.seq - 1
        and b.qty_after = l.qty_before)

  union all
  select 'I17', e.scope_id || '/' || e.variant_id || '/' || e.seq, 'the row before', 'none'
  from cost_entries e
  where e.platform_id = platform
    and e.seq > 1
    and not exists (
      select
      from cost_entries b
      where b.platform_id = platform
        and b.scope_id = e.scope_id
        and b.variant_id = e.variant_id
        and b.seq = e.seq - 1
        and b.qty_after = e.qty_before
        and b.value_after = e.value_before)

  union all
  select 'I17', n.name, 'a rule of the database',
    case when c.oid is null then 'missing' else 'not enforced' end
  from unnest(array[
    'chain', 'chain_target', 'entry_sane', 'stock_ledger_begins_at_zero', 'cost_chain',
    'cost_chain_target', 'cost_entry_adds_up', 'cost_entry_sane', 'cost_balance_sane', 'bucket_sane',
    'one_bucket', 'tracking_rule', 'only_available_is_allocated', 'serial_in_one_place', 'level_sane',
    'no_oversell', 'scale_and_tracking_frozen', 'reversed_once', 'posted_once', 'claim_sane',
    'one_claim']) as n(name)
  left join pg_constraint c on c.conname = n.name and c.connamespace = 'tenant'::regnamespace
  where c.oid is null

  union all
  select 'I17', c.conname::text, 'a rule of the database', 'not enforced'
  from pg_constraint c
  where c.connamespace = 'tenant'::regnamespace and not c.convalidated

  union all
  select 'I17', c.relname::text, 'triggers on', count(*) || ' off'
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  where c.relnamespace in ('tenant'::regnamespace, 'audit'::regnamespace)
    and case
      -- For what replication brings only.
      when starts_with(t.tgname, 'require_home') then t.tgenabled <> 'R'
      else t.tgenabled not in ('O', 'A')
    end
  group by c.relname

  union all
  select 'I17', c.relname::text, 'row-level security',
    case when c.relrowsecurity then 'not forced' else 'off' end
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'platform_id'
  where c.relnamespace = 'tenant'::regnamespace
    and c.relkind in ('r', 'p')
    and not (c.relrowsecurity and c.relforcerowsecurity)

  union all
  select 'I17', c.relname::text, 'row-level security', 'off'
  from pg_class c
  where c.relnamespace = 'audit'::regnamespace
    and not c.relrowsecurity
    and exists (select from pg_policy y where y.polrelid = c.oid)

  union all
  select 'I17', c.relname::text, 'a policy for rows',
    case when y.oid is null then 'missing' else y.polname || ' admits all' end
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'platform_id'
  left join pg_policy y
    on y.polrelid = c.oid
    and y.polroles && array['stowage_app'::regrole::oid, 0::oid]
  where c.relnamespace = 'tenant'::regnamespace
    and c.relkind in ('r', 'p')
    and has_table_privilege('stowage_app', c.oid, 'select')
    and (
      y.oid is null
      or y.polpermissive
      and coalesce(
        pg_get_expr(y.polqual, y.polrelid), pg_get_expr(y.polwithcheck, y.polrelid)) = 'true')

  union all
  select 'I17', r.rolname::text, 'row-level security', 'bypassed'
  from pg_roles r
  where r.rolname in ('stowage_app', 'stowage_stock')
    and (r.rolsuper or r.rolbypassrls);
end
$$;

alter function stock.verify_frame owner to stowage_stock;
revoke all on function stock.verify_frame from public;
grant execute on function stock.verify_frame to stowage_app;
