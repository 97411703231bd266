-- Returns every platform an account is a member of, whatever its rights there. has_others is true when
-- the platform has another member. cell is the database of a platform that is in another one.
create or replace function authz.memberships_of(account uuid)
returns table (platform_id uuid, name text, slug text, platform_status text, member_id uuid,
  role text, status text, created_at timestamptz, has_others boolean,
  cell text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id, p.name, p.slug, p.status, m.id, m.role, m.status, m.created_at,
    exists (select from tenant.members other
      where other.platform_id = m.platform_id and other.id <> m.id),
    d.cell
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  left join directory.platforms d on d.platform_id = m.platform_id and d.state = 'live'
  where m.account_id = account
  order by p.platform_id
$$;

alter function authz.memberships_of owner to stowage_authz;
revoke all on function authz.memberships_of from public;
grant execute on function authz.memberships_of to stowage_app;
