-- Returns the platforms in this database that have authorized returns expected before `day`, in order.
create or replace function authz.platforms_with_overdue_returns(day date)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct r.platform_id
  from tenant.returns r
  join tenant.platforms p on p.platform_id = r.platform_id and p.status <> 'deleted'
  where r.state = 'authorized' and r.expected_by < day
    and not exists (select from directory.platforms d where d.platform_id = p.platform_id)
  order by r.platform_id
$$;

alter function authz.platforms_with_overdue_returns owner to stowage_authz;
revoke all on function authz.platforms_with_overdue_returns from public;
grant execute on function authz.platforms_with_overdue_returns to stowage_app;
