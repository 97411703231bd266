-- Returns the deleted platforms in this database with data due for removal at the given time, longest due first.
create or replace function authz.platforms_to_purge(at timestamptz)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id from tenant.platforms p
  where p.purges_at <= at
    and not exists (select from directory.platforms d where d.platform_id = p.platform_id)
  order by p.purges_at
$$;

alter function authz.platforms_to_purge owner to stowage_authz;
revoke all on function authz.platforms_to_purge from public;
grant execute on function authz.platforms_to_purge to stowage_app;
