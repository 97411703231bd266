-- Logos of platforms, and platforms their owners have deleted.

-- The picture platforms.logo_key names. A table of its own: whoever reads a platform does not read
-- its picture.
create table tenant.platform_logos (
  platform_id uuid not null,
  key text not null,
  png bytea not null,
  webp bytea not null,
  created_at timestamptz not null,
  constraint platform_logos_pkey primary key (platform_id),
  constraint platform_logos_platform_fkey foreign key (platform_id)
    references tenant.platforms (platform_id) on delete cascade
);
-- Both are compressed already.
alter table tenant.platform_logos alter column png set storage external;
alter table tenant.platform_logos alter column webp set storage external;
alter table tenant.platform_logos enable row level security;
alter table tenant.platform_logos force row level security;
create policy own_platform on tenant.platform_logos for all to stowage_app
  using (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid))
  with check (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid));
grant select, insert, update, delete on tenant.platform_logos to stowage_app;

-- The owner at the end, who alone may use its paths again while they are closed to others.
alter table tenant.platforms add column deleted_by uuid;
-- When the next thing is to be removed: first what is in it, then what keeps its paths closed.
alter table tenant.platforms add column purges_at timestamptz;
create index platforms_to_purge on tenant.platforms (purges_at) where purges_at is not null;

-- A path may be used again while the row of a deleted platform is still there; slug_history has
-- the say about when.
alter table tenant.platforms drop constraint platforms_slug_key;
create unique index platforms_slug_key on tenant.platforms (slug) where status <> 'deleted';

-- Who holds a path; no row when nobody does. closed_until is null while the path is in use.
drop function authz.slug_holder(text);
create function authz.slug_holder(path text)
returns table (platform_id uuid, closed_until timestamptz, owner_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select h.platform_id, h.closed_until, coalesce(p.deleted_by, m.account_id)
  from tenant.slug_history h
  join tenant.platforms p on p.platform_id = h.platform_id
  left join tenant.members m on m.platform_id = h.platform_id and m.role = 'owner'
  where h.slug = path
$$;

-- Deleted platforms with something to remove at this moment, longest due first.
create function authz.platforms_to_purge(at timestamptz)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id from tenant.platforms p where p.purges_at <= at order by p.purges_at
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['slug_holder(text)', 'platforms_to_purge(timestamptz)']
  loop
    execute format('revoke all on function authz.%s from public', signature);
    execute format('grant execute on function authz.%s to stowage_app', signature);
    execute format('alter function authz.%s owner to stowage_authz', signature);
  end loop;
end
$$;
