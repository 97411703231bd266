-- Platforms with their paths, members, logos and calls.
-- Needs: ops.make_tenant_table

create table tenant.platforms (
  platform_id uuid not null,
  name text not null,
  slug text not null,
  status text not null default 'active',
  -- The status a platform gets when its owner keeps it, after another address was confirmed; null when
  -- no decision is due. Until then it is suspended.
  kept_status text,
  logo_key text,
  -- The owner at the end, who alone may use its paths again while they are closed to others.
  deleted_by uuid,
  -- When the next thing is to be removed: first what is in it, then what keeps its paths closed.
  purges_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint platforms_pkey primary key (platform_id),
  constraint platforms_status_check check (status in ('active', 'suspended', 'deleted')),
  constraint platforms_kept_status_check check (
    kept_status is null or (kept_status in ('active', 'suspended') and status = 'suspended'))
);
-- A path may be used again while the row of a deleted platform is still there; slug_history decides
-- when.
create unique index platforms_slug_key on tenant.platforms (slug) where status <> 'deleted';
create index platforms_to_purge on tenant.platforms (purges_at) where purges_at is not null;
comment on index tenant.platforms_slug_key is 'code: name_taken';

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
comment on constraint slug_history_pkey on tenant.slug_history is 'code: name_taken';

create table tenant.members (
  platform_id uuid not null,
  id uuid not null,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  -- The operator account behind a linked member. No foreign key: tenant data does not depend on accounts.
  account_id uuid,
  -- Disabled: a member of a platform whose owner has yet to keep it.
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
  -- An account is one member of a platform at most: its rights there must not be two answers.
  constraint members_account_key unique (platform_id, account_id),
  constraint members_platform_fkey foreign key (platform_id)
    references tenant.platforms (platform_id),
  constraint members_status_check check (status in ('active', 'invited', 'disabled')),
  constraint members_owner_is_linked check (role <> 'owner' or account_id is not null)
);
create unique index members_one_owner on tenant.members (platform_id) where role = 'owner';
-- The one way in from the operator's side: which platforms does this account belong to?
create index members_by_account on tenant.members (account_id) where account_id is not null;
create index members_by_email on tenant.members (email_key);
comment on constraint members_email_key_key on tenant.members is 'code: member_exists';
-- The account behind an invitation is a member already, under an address it had before.
comment on constraint members_account_key on tenant.members is 'code: member_exists';
comment on index tenant.members_one_owner is 'code: last_owner';

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

-- The mailed links by which members choose a new password of their platform themselves.
create table tenant.member_tokens (
  platform_id uuid not null,
  -- SHA-256 of purpose and token; the token itself is only in the mail.
  token_hash bytea not null,
  member_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  constraint member_tokens_pkey primary key (platform_id, token_hash),
  constraint member_tokens_member_fkey foreign key (platform_id, member_id)
    references tenant.members (platform_id, id) on delete cascade
);
create index member_tokens_by_member on tenant.member_tokens (platform_id, member_id, created_at);

-- The invitation of a member who has not joined yet: one at a time, so that a new mail replaces the
-- link of the one before. It goes when it is accepted, and with the member.
create table tenant.invitations (
  platform_id uuid not null,
  member_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_pkey primary key (platform_id, member_id),
  constraint invitations_token_key unique (platform_id, token_hash),
  constraint invitations_member_fkey foreign key (platform_id, member_id)
    references tenant.members (platform_id, id) on delete cascade
);

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

-- How often members call. Removed with the other data of a deleted platform, a month after its deletion;
-- the platform's row is kept for a year.
create table tenant.api_calls (
  platform_id uuid not null,
  -- The first day of the month, in UTC.
  month date not null,
  calls bigint not null,
  constraint api_calls_pkey primary key (platform_id, month),
  constraint api_calls_platform_fkey foreign key (platform_id)
    references tenant.platforms (platform_id) on delete cascade
);

call ops.make_tenant_table('platforms', 'select, insert, update, delete');
call ops.make_tenant_table('slug_history', 'select, insert, update, delete');
call ops.make_tenant_table('members', 'select, insert, update, delete');
call ops.make_tenant_table('member_credentials', 'select, insert, update, delete');
call ops.make_tenant_table('member_sessions', 'select, insert, update, delete');
call ops.make_tenant_table('member_tokens', 'select, insert, update, delete');
call ops.make_tenant_table('invitations', 'select, insert, update, delete');
call ops.make_tenant_table('platform_logos', 'select, insert, update, delete');
call ops.make_tenant_table('api_calls', 'select, insert, update, delete');

-- Questions that cross platforms are functions of the schema authz. Their owner may read these tables
-- whole and nothing else; the table owner itself would see nothing under forced row-level security.
grant select on tenant.platforms, tenant.slug_history, tenant.members to stowage_authz;
create policy authz_reads on tenant.platforms for select to stowage_authz using (true);
create policy authz_reads on tenant.slug_history for select to stowage_authz using (true);
create policy authz_reads on tenant.members for select to stowage_authz using (true);

grant select on tenant.platforms to stowage_stock;
create policy stock_reads on tenant.platforms for select to stowage_stock
  using (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid));
