-- Returns the platform behind a path, also behind a path it gave up that still leads to it at the given
-- time. No row for a deleted platform.
create or replace function authz.platform_by_slug(path text, at timestamptz)
returns table (id uuid, name text, slug text, status text, logo_key text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id, p.name, p.slug, p.status, p.logo_key
  from tenant.slug_history h
  join tenant.platforms p on p.platform_id = h.platform_id
  where h.slug = path and p.status <> 'deleted'
    and (h.released_at is null or h.resolves_until > at)
$$;

alter function authz.platform_by_slug owner to stowage_authz;
revoke all on function authz.platform_by_slug from public;
grant execute on function authz.platform_by_slug to stowage_app;
