-- Returns the platforms in this database in which something is backordered, in order.
create or replace function authz.platforms_waiting()
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct s.platform_id
  from tenant.stock_levels s
  join tenant.platforms p on p.platform_id = s.platform_id and p.status <> 'deleted'
  where s.backordered > 0
    and not exists (select from directory.platforms d where d.platform_id = p.platform_id)
  order by s.platform_id
$$;

alter function authz.platforms_waiting owner to stowage_authz;
revoke all on function authz.platforms_waiting from public;
grant execute on function authz.platforms_waiting to stowage_app;
