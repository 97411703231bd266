-- Returns who holds a path; no row when nobody does. closed_until is null while the path is in use or reserved, and
-- owner_id is the account that owns the platform, or owned it when it was deleted.
create or replace function authz.slug_holder(path text)
returns table (platform_id uuid, closed_until timestamptz, owner_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select h.platform_id, h.closed_until, coalesce(p.deleted_by, m.account_id)
  from tenant.slug_history h
  join tenant.platforms p on p.platform_id = h.platform_id
  left join tenant.members m on m.platform_id = h.platform_id and m.role = 'owner'
  where h.slug = path
  union all
  select s.platform_id, null, null from directory.slugs s
  where s.slug = path and s.reserved_at is not null
$$;

alter function authz.slug_holder owner to stowage_authz;
revoke all on function authz.slug_holder from public;
grant execute on function authz.slug_holder to stowage_app;
