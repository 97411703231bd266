-- Returns the platforms an operator sees, newest first: owned, or shared with a role that carries rights.
create or replace function authz.platforms_of(account uuid)
returns table (id uuid, name text, slug text, logo_key text, created_at timestamptz, role text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id, p.name, p.slug, p.logo_key, p.created_at, m.role
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  where m.account_id = account and m.status = 'active'
    and m.role in ('owner', 'admin', 'auditor') and p.status <> 'deleted'
  order by p.created_at desc, p.platform_id desc
$$;

alter function authz.platforms_of owner to stowage_authz;
revoke all on function authz.platforms_of from public;
grant execute on function authz.platforms_of to stowage_app;
