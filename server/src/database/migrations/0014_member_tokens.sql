-- The mailed links by which members choose a new password of their platform themselves.
create table tenant.member_tokens (
  platform_id uuid not null,
  -- SHA-256 of purpose and token; the token itself stands only in the mail.
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

alter table tenant.member_tokens enable row level security;
alter table tenant.member_tokens force row level security;
create policy own_platform on tenant.member_tokens for all to stowage_app
  using (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid))
  with check (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid));

grant select, insert, update, delete on tenant.member_tokens to stowage_app;
