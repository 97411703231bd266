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
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accounts_pkey primary key (id),
  constraint accounts_email_key_key unique (email_key),
  constraint accounts_status_check check (status in ('active', 'suspended', 'deleted'))
);

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

create table identity.mail_tokens (
  -- SHA-256 of purpose and token; the token itself stands only in the mail.
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
  constraint mail_tokens_pkey primary key (token_hash),
  constraint mail_tokens_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade,
  constraint mail_tokens_purpose_check check (purpose in ('verify_email', 'reset_password'))
);
create index mail_tokens_by_account on identity.mail_tokens (account_id, purpose, created_at desc);

create table identity.signing_keys (
  kid text not null,
  private_cipher bytea not null,
  public_jwk jsonb not null,
  state text not null,
  created_at timestamptz not null,
  constraint signing_keys_pkey primary key (kid),
  constraint signing_keys_state_check check (state in ('next', 'active', 'retiring'))
);
-- One key signs; servers that start together agree on it through this index.
create unique index signing_keys_one_active on identity.signing_keys (state) where state = 'active';

grant select, insert, update, delete on all tables in schema identity to stowage_app;
