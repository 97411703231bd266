-- Analyzes the tables of the tenant schema that have never been analyzed and hold 128 kB or more. A table
-- without statistics is planned for blindly: every barcode of a fresh database would be checked against
-- all variants of its platform. Whoever has just written much calls this. Small tables are left out, because
-- a table that is analyzed as small is read whole, long after it has grown.
create or replace function authz.count_new_tables() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  name text;
begin
  for name in
    select format('%I.%I', 'tenant', c.relname) from pg_class c
    where c.relnamespace = 'tenant'::regnamespace and c.relkind = 'r'
      and c.reltuples <= 0 and pg_relation_size(c.oid) >= 128 * 1024
  loop
    execute 'analyze (skip_locked) ' || name;
  end loop;
end
$$;

revoke all on function authz.count_new_tables from public;
grant execute on function authz.count_new_tables to stowage_app;
