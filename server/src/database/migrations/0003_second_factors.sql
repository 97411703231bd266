-- Second factors, passkeys, and what a sign-in of two steps remembers between them.

-- At most one authenticator in use and one that waits for its first code.
create table identity.totp_factors (
  account_id uuid not null,
  state text not null,
  -- The shared secret, encrypted for this account.
  secret_cipher bytea not null,
  -- The time step of the last code that was accepted: it and all before are used up.
  last_step bigint not null default 0,
  -- The step of the code that confirmed the authenticator, still good for one sign-in.
  enrol_step bigint,
  created_at timestamptz not null,
  -- For one that waits.
  expires_at timestamptz,
  -- Added before the account's present address was confirmed; the next password reset removes it.
  from_before_email_change boolean not null default false,
  constraint totp_factors_pkey primary key (account_id, state),
  constraint totp_factors_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade,
  constraint totp_factors_state_check check (state in ('pending', 'active')),
  constraint totp_factors_pending_expires check ((state = 'pending') = (expires_at is not null))
);

create table identity.backup_batches (
  account_id uuid not null,
  batch_id uuid not null,
  -- The codes for showing them again, encrypted; erased when they may no longer be shown.
  codes_cipher bytea,
  generated_at timestamptz not null,
  -- As for authenticators.
  from_before_email_change boolean not null default false,
  constraint backup_batches_pkey primary key (account_id),
  constraint backup_batches_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade
);

create table identity.backup_codes (
  account_id uuid not null,
  -- Keyed hash of account and code: the codes cannot be tried out on a stolen copy.
  code_mac bytea not null,
  -- The position of the code in the batch as it is shown.
  position int not null,
  used_at timestamptz,
  constraint backup_codes_pkey primary key (account_id, code_mac),
  constraint backup_codes_batch_fkey foreign key (account_id)
    references identity.backup_batches (account_id) on delete cascade
);

create table identity.login_challenges (
  -- SHA-256 of the token; the token itself is only in the answer to the first step.
  token_hash bytea not null,
  account_id uuid not null,
  plane text not null,
  platform_id uuid,
  -- What the first step proved, under which epoch of the account.
  amr text[] not null,
  auth_epoch int not null,
  attempts int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Passed, spent, or replaced by a newer one.
  closed_at timestamptz,
  ip text,
  user_agent text,
  constraint login_challenges_pkey primary key (token_hash),
  constraint login_challenges_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade,
  constraint login_challenges_plane_check check (plane in ('operator', 'tenant')),
  constraint login_challenges_platform_check check ((plane = 'tenant') = (platform_id is not null))
);
create index login_challenges_by_account on identity.login_challenges (account_id, created_at desc);
create index login_challenges_by_age on identity.login_challenges (expires_at);
-- A sign-in to an account that is being removed.
comment on constraint login_challenges_account_fkey on identity.login_challenges
  is 'code: invalid_credentials';

-- How authenticators know an account: random, so that it says nothing about the address.
create table identity.passkey_handles (
  account_id uuid not null,
  handle bytea not null,
  constraint passkey_handles_pkey primary key (account_id),
  constraint passkey_handles_handle_key unique (handle),
  constraint passkey_handles_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade
);

create table identity.passkeys (
  id uuid not null,
  account_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  -- Counts up at each use on authenticators that count; a step back betrays a copy.
  counter bigint not null,
  device_type text not null,
  multi_device boolean not null,
  backed_up boolean not null,
  aaguid uuid not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- As for authenticators.
  from_before_email_change boolean not null default false,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_key unique (credential_id),
  constraint passkeys_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade,
  constraint passkeys_device_type_check
    check (device_type in ('mobile', 'desktop', 'security-key', 'unknown'))
);
create index passkeys_by_account on identity.passkeys (account_id, created_at);
comment on constraint passkeys_credential_key on identity.passkeys is 'code: passkey_exists';

-- One ceremony each; taken out before its answer is looked at, so that no answer counts twice.
create table identity.passkey_challenges (
  id uuid not null,
  ceremony text not null,
  challenge text not null,
  -- The session that began it; none at sign-in.
  session_id uuid,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (id),
  constraint passkey_challenges_ceremony_check
    check (ceremony in ('register', 'sign_in', 'reauthenticate')),
  constraint passkey_challenges_session_check check ((ceremony = 'sign_in') = (session_id is null))
);
create index passkey_challenges_by_session on identity.passkey_challenges (session_id, ceremony);
create index passkey_challenges_by_age on identity.passkey_challenges (expires_at);

grant select, insert, update, delete on
  identity.totp_factors, identity.backup_batches, identity.backup_codes, identity.login_challenges,
  identity.passkey_handles, identity.passkeys, identity.passkey_challenges
  to stowage_app;
