create table tenant.platforms (
  platform_id uuid not null,
  name text not null,
  slug text not null,
  status text not null default 'active',
  logo_key text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint platforms_pkey primary key (platform_id),
  constraint platforms_slug_key unique (slug),
  constraint platforms_status_check check (status in ('active', 'suspended', 'deleted'))
);

-- Every path a platform has or had. One unique index over all of them, so that a path that was
-- given up cannot be taken over in the moment of the change.
create table tenant.slug_history (
  slug text not null,
  platform_id uuid not null,
  -- Null for the current path.
  released_at timestamptz,
  resolves_until timestamptz,
  closed_until timestamptz,
  constraint slug_history_pkey primary key (slug),
  constraint slug_history_platform_fkey foreign key (platform_id)
    references tenant.platforms (platform_id) deferrable initially deferred
);
create index slug_history_by_platform on tenant.slug_history (platform_id);

create table tenant.members (
  platform_id uuid not null,
  id uuid not null,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  -- The operator account behind a linked member. No foreign key: tenant data stands alone.
  account_id uuid,
  status text not null default 'active',
  role text not null default '',
  permissions text[] not null default '{}',
  must_change_password boolean not null default false,
  signed_in_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint members_pkey primary key (platform_id, id),
  constraint members_email_key_key unique (platform_id, email_key),
  constraint members_platform_fkey foreign key (platform_id)
    references tenant.platforms (platform_id),
  constraint members_status_check check (status in ('active', 'invited')),
  constraint members_owner_is_linked check (role <> 'owner' or account_id is not null)
);
create unique index members_one_owner on tenant.members (platform_id) where role = 'owner';
-- The one way in from the operator's side: which platforms does this account belong to?
create index members_by_account on tenant.members (account_id) where account_id is not null;
create index members_by_email on tenant.members (email_key);

create table tenant.member_credentials (
  platform_id uuid not null,
  member_id uuid not null,
  password_hash text not null,
  pepper_key_id text not null,
  changed_at timestamptz not null,
  constraint member_credentials_pkey primary key (platform_id, member_id),
  constraint member_credentials_member_fkey foreign key (platform_id, member_id)
    references tenant.members (platform_id, id) on delete cascade
);

create table tenant.member_sessions (
  platform_id uuid not null,
  sid uuid not null,
  member_id uuid not null,
  key_cipher bytea not null,
  counter int not null default 0,
  idem_hash bytea,
  rotated_at timestamptz,
  auth_time timestamptz not null,
  amr text[] not null,
  acr text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  end_reason text,
  ip text,
  user_agent text,
  constraint member_sessions_pkey primary key (platform_id, sid),
  constraint member_sessions_member_fkey foreign key (platform_id, member_id)
    references tenant.members (platform_id, id) on delete cascade
);
create index member_sessions_by_member on tenant.member_sessions (platform_id, member_id);

-- Row-level security: the second lock behind the platform_id in every query. nullif, because the
-- setting reads back as '' once it was used on a connection; the sub-select, because it is then
-- evaluated once and not per row.
do $$
declare
  name text;
begin
  foreach name in array array['platforms', 'slug_history', 'members', 'member_credentials', 'member_sessions']
  loop
    execute format('alter table tenant.%I enable row level security', name);
    execute format('alter table tenant.%I force row level security', name);
    execute format(
      'create policy own_platform on tenant.%I for all to stowage_app
         using (platform_id = (select nullif(current_setting(''app.platform_id'', true), '''')::uuid))
         with check (platform_id = (select nullif(current_setting(''app.platform_id'', true), '''')::uuid))',
      name
    );
  end loop;
end
$$;

grant select, insert, update, delete on all tables in schema tenant to stowage_app;

-- Questions that cross platforms. Their owner may read three tables whole and nothing else; the
-- table owner itself would see nothing under forced row-level security.
grant select on tenant.platforms, tenant.slug_history, tenant.members to stowage_authz;
create policy authz_reads on tenant.platforms for select to stowage_authz using (true);
create policy authz_reads on tenant.slug_history for select to stowage_authz using (true);
create policy authz_reads on tenant.members for select to stowage_authz using (true);

-- The membership an account has on a platform; no row when it has none it may use.
create function authz.role_on(account uuid, platform uuid)
returns table (member_id uuid, role text, platform_slug text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.id, m.role, p.slug
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  where m.account_id = account and m.platform_id = platform
    and m.status = 'active' and p.status <> 'deleted'
$$;

-- The platforms an operator sees: owned, or shared with a role that carries rights.
create function authz.platforms_of(account uuid)
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

-- The platforms a mail address signs in to with a password of the platform itself.
create function authz.platforms_of_email(address_key text)
returns table (id uuid, name text, slug text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id, p.name, p.slug
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  where m.email_key = address_key and m.account_id is null
    and m.status = 'active' and p.status = 'active'
  order by p.name, p.platform_id
  limit 20
$$;

-- The platforms whose log an operator may read.
create function authz.audit_platforms(account uuid)
returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(m.platform_id), '{}')
  from tenant.members m
  where m.account_id = account and m.status = 'active' and m.role in ('owner', 'admin', 'auditor')
$$;

-- The platform behind a path, also behind one it gave up and that still leads to it.
create function authz.platform_by_slug(path text, at timestamptz)
returns table (id uuid, name text, slug text, status text, logo_key text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id, p.name, p.slug, p.status, p.logo_key
  from tenant.slug_history h
  join tenant.platforms p on p.platform_id = h.platform_id
  where h.slug = path and p.status <> 'deleted'
    and (h.released_at is null or h.resolves_until > at)
$$;

-- Who holds a path; no row when nobody does. closed_until is null while the path is in use.
create function authz.slug_holder(path text)
returns table (platform_id uuid, closed_until timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select h.platform_id, h.closed_until from tenant.slug_history h where h.slug = path
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'role_on(uuid, uuid)', 'platforms_of(uuid)', 'platforms_of_email(text)',
    'audit_platforms(uuid)', 'platform_by_slug(text, timestamptz)', 'slug_holder(text)'
  ]
  loop
    execute format('revoke all on function authz.%s from public', signature);
    execute format('grant execute on function authz.%s to stowage_app', signature);
    execute format('alter function authz.%s owner to stowage_authz', signature);
  end loop;
end
$$;
