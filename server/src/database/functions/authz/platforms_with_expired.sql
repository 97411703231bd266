-- Returns the platforms in this database that have reservations past their end at `moment`, in order.
create or replace function authz.platforms_with_expired(moment timestamptz)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct m.platform_id
  from tenant.manual_reservations m
  join tenant.platforms p on p.platform_id = m.platform_id and p.status <> 'deleted'
  where m.state = 'active' and m.expires_at <= moment
    and not exists (select from directory.platforms d where d.platform_id = p.platform_id)
  order by m.platform_id
$$;

alter function authz.platforms_with_expired owner to stowage_authz;
revoke all on function authz.platforms_with_expired from public;
grant execute on function authz.platforms_with_expired to stowage_app;
