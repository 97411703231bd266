-- Returns the membership an account has on a platform, or no row when it has none it may use.
create or replace function authz.role_on(account uuid, platform uuid)
returns table (member_id uuid, role text, platform_slug text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.id, m.role, p.slug
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  where m.account_id = account and m.platform_id = platform
    and m.status = 'active' and p.status <> 'deleted'
$$;

alter function authz.role_on owner to stowage_authz;
revoke all on function authz.role_on from public;
grant execute on function authz.role_on to stowage_app;
