-- Returns the ids of the platforms in this database that are not deleted, in order. The nightly integrity check reads them.
create or replace function authz.platforms_at_work()
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id from tenant.platforms p
  where p.status <> 'deleted'
    and not exists (select from directory.platforms d where d.platform_id = p.platform_id)
  order by p.platform_id
$$;

alter function authz.platforms_at_work owner to stowage_authz;
revoke all on function authz.platforms_at_work from public;
grant execute on function authz.platforms_at_work to stowage_app;
