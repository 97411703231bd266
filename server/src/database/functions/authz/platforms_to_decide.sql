-- Returns the platforms this account owns and has yet to keep or delete.
create or replace function authz.platforms_to_decide(account uuid)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  where m.account_id = account and m.role = 'owner' and p.kept_status is not null
  order by p.platform_id
$$;

alter function authz.platforms_to_decide owner to stowage_authz;
revoke all on function authz.platforms_to_decide from public;
grant execute on function authz.platforms_to_decide to stowage_app;
