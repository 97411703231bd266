-- Operators: their accounts, passwords, sessions and mails.

create table identity.accounts (
  id uuid not null,
  email text not null,
  -- Canonical form of the address; two spellings of one mailbox are one account.
  email_key text not null,
  first_name text not null,
  last_name text not null,
  email_verified_at timestamptz,
  status text not null default 'active',
  phone text not null default '',
  location text not null default '',
  bio text not null default '',
  avatar_key text,
  -- Raised when every session must end at once; sessions of an older epoch are over.
  auth_epoch int not null default 0,
  signed_in_at timestamptz,
  -- Sessions that linked members began before this moment are over as well.
  signed_out_at timestamptz,
  -- When an account its owner has deleted is removed; until then signing in keeps it.
  deletes_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accounts_pkey primary key (id),
  constraint accounts_email_key_key unique (email_key),
  constraint accounts_status_check check (status in ('active', 'suspended', 'deleted'))
);
create index accounts_to_delete on identity.accounts (deletes_at) where deletes_at is not null;
create index accounts_unconfirmed on identity.accounts (created_at, id)
  where email_verified_at is null;
-- Of two that confirm one address, one is too late.
comment on constraint accounts_email_key_key on identity.accounts is 'code: invalid_token';

create table identity.credentials (
  account_id uuid not null,
  password_hash text not null,
  pepper_key_id text not null,
  changed_at timestamptz not null,
  constraint credentials_pkey primary key (account_id),
  constraint credentials_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade
);

create table identity.sessions (
  sid uuid not null,
  account_id uuid not null,
  -- The key that makes this session's refresh tokens, encrypted; the tokens themselves are not stored.
  key_cipher bytea not null,
  counter int not null default 0,
  -- Hash of the Idempotency-Key of the last rotation, so that a lost answer can be given again.
  idem_hash bytea,
  rotated_at timestamptz,
  auth_time timestamptz not null,
  amr text[] not null,
  acr text not null,
  auth_epoch int not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  end_reason text,
  ip text,
  user_agent text,
  constraint sessions_pkey primary key (sid),
  constraint sessions_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade
);
create index sessions_by_account on identity.sessions (account_id, created_at desc);
create index sessions_by_end on identity.sessions ((least(revoked_at, idle_expires_at)));
-- A sign-in to an account that is being removed.
comment on constraint sessions_account_fkey on identity.sessions is 'code: invalid_credentials';

create table identity.mail_tokens (
  -- SHA-256 of purpose and token; the token itself is only in the mail.
  token_hash bytea not null,
  account_id uuid not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  superseded_at timestamptz,
  -- A second registration of an unverified address takes effect only when its own mail is confirmed.
  pending_first_name text,
  pending_last_name text,
  pending_email text,
  pending_password_hash text,
  pending_pepper_key_id text,
  -- The mail in the outbox that carries the link, which says whether a mail server has taken it. No
  -- foreign key: mails are removed earlier than accounts.
  mail_id uuid,
  constraint mail_tokens_pkey primary key (token_hash),
  constraint mail_tokens_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade,
  constraint mail_tokens_purpose_check
    check (purpose in ('verify_email', 'reset_password', 'change_email'))
);
create index mail_tokens_by_account on identity.mail_tokens (account_id, purpose, created_at desc);
create index mail_tokens_by_age on identity.mail_tokens (expires_at);

create table identity.signing_keys (
  kid text not null,
  private_cipher bytea not null,
  public_jwk jsonb not null,
  state text not null,
  created_at timestamptz not null,
  -- Since when it has been published, has signed, or has only verified.
  changed_at timestamptz not null,
  constraint signing_keys_pkey primary key (kid),
  constraint signing_keys_state_check check (state in ('next', 'active', 'retiring'))
);
-- One key signs and one follows; servers that start together agree on them through these indexes.
create unique index signing_keys_one_active on identity.signing_keys (state) where state = 'active';
create unique index signing_keys_one_next on identity.signing_keys (state) where state = 'next';

-- When an address last got a mail that nobody signed in asked for, so that it is not flooded. By
-- address and not by account: some of these addresses have none.
create table identity.address_notices (
  email_key text not null,
  kind text not null,
  sent_at timestamptz not null,
  constraint address_notices_pkey primary key (email_key, kind),
  constraint address_notices_kind_check check (kind in ('registration_tried', 'platforms'))
);

-- One row per account from its first change on; until then the defaults of the application apply.
create table identity.preferences (
  account_id uuid not null,
  notify_email boolean not null,
  notify_push boolean not null,
  notify_sms boolean not null,
  notify_marketing boolean not null,
  language text not null,
  timezone text not null,
  theme text not null,
  updated_at timestamptz not null,
  constraint preferences_pkey primary key (account_id),
  constraint preferences_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade,
  constraint preferences_language_check check (language in ('en', 'es', 'fr', 'de')),
  constraint preferences_timezone_check check (timezone in ('UTC', 'EST', 'PST', 'GMT')),
  constraint preferences_theme_check check (theme in ('light', 'dark', 'auto'))
);

create table identity.avatars (
  account_id uuid not null,
  -- Random and new at each upload: whoever knows it may look.
  key text not null,
  png bytea not null,
  webp bytea not null,
  created_at timestamptz not null,
  constraint avatars_pkey primary key (account_id),
  constraint avatars_key_key unique (key),
  constraint avatars_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade
);

-- Failed sign-ins of one address on one plane, counted before the password is looked at. The lane is
-- a keyed hash, so that nobody reads from it which addresses were tried. Never a foreign key: an
-- address without an account has a lane as well.
create table identity.sign_in_lanes (
  lane_hash bytea not null,
  -- Since the last success or quiet time.
  failures int not null,
  -- Since the last success.
  streak int not null,
  last_failure_at timestamptz not null,
  constraint sign_in_lanes_pkey primary key (lane_hash)
);
create index sign_in_lanes_by_age on identity.sign_in_lanes (last_failure_at);

grant select, insert, update, delete on all tables in schema identity to stowage_app;
