-- The outbox, first answers kept for retries, and counters of rate limits.

-- Mail leaves through this table: the row is written in the transaction of its cause.
create table ops.outbox (
  id uuid not null,
  template text not null,
  -- Recipient, subject and bodies, encrypted; erased once the mail server has accepted them.
  content bytea,
  state text not null default 'pending',
  attempts int not null default 0,
  last_error text,
  -- A mail whose link is dead is not sent late.
  not_after timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint outbox_pkey primary key (id),
  constraint outbox_state_check check (state in ('pending', 'sent', 'failed', 'expired'))
);
create index outbox_recent on ops.outbox (created_at desc, id desc);
create index outbox_pending on ops.outbox (created_at) where state = 'pending';

-- First answers, kept for a day, so that a repeated request gets them again.
create table ops.idempotency_keys (
  caller text not null,
  route text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (caller, route, key_hash)
);
create index idempotency_keys_expiry on ops.idempotency_keys (expires_at);

-- The shape rate-limiter-flexible expects. Losing it in a crash only forgives a few attempts.
create unlogged table ops.rate_limits (
  key varchar(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey primary key (key)
);

grant select, insert, update, delete on ops.outbox, ops.idempotency_keys, ops.rate_limits
  to stowage_app;
