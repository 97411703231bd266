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

alter table tenant.invitations enable row level security;
alter table tenant.invitations force row level security;
create policy own_platform on tenant.invitations for all to stowage_app
  using (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid))
  with check (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid));
grant select, insert, update, delete on tenant.invitations to stowage_app;

-- An account is one member of a platform at most: its rights there must not be two answers.
alter table tenant.members add constraint members_account_key unique (platform_id, account_id);
