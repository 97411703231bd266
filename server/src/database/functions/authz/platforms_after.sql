-- Returns one page of the ids of the platforms in this database in order, those after the given one. Clean-up jobs visit
-- each platform this way, with its row-level security on.
create or replace function authz.platforms_after(last uuid, most int)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id from tenant.platforms p
  where p.platform_id > last
    and not exists (select from directory.platforms d where d.platform_id = p.platform_id)
  order by p.platform_id limit most
$$;

alter function authz.platforms_after owner to stowage_authz;
revoke all on function authz.platforms_after from public;
grant execute on function authz.platforms_after to stowage_app;
