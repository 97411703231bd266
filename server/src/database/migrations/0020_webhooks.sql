-- Addresses that are sent the events of a platform, what was or is to be sent, and each attempt.

create table tenant.webhooks (
  platform_id uuid not null,
  webhook_id uuid not null,
  url text not null,
  description text not null,
  -- Types of events, with `order.*` for all of an area and `*` for all.
  types text[] not null,
  state text not null,
  -- Sealed, because each request is signed with it.
  secret_cipher bytea not null,
  -- The secret before the last rotation, which signs too until then.
  previous_cipher bytea,
  previous_until timestamptz,
  -- All events up to this number have their deliveries.
  event_no bigint not null,
  -- No foreign key: the webhook outlives the membership of its creator.
  created_by uuid not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  last_attempt_at timestamptz,
  last_attempt_ok boolean,
  -- When people were last told of a dead delivery.
  dead_told_at timestamptz,
  version int not null default 1,
  constraint webhooks_pkey primary key (platform_id, webhook_id),
  constraint webhooks_state_check check (state in ('active', 'paused', 'removed')),
  constraint webhooks_removed_check check ((state = 'removed') = (removed_at is not null)),
  constraint webhooks_previous_check check ((previous_cipher is null) = (previous_until is null)),
  constraint webhooks_types_check check (cardinality(types) > 0)
);
call ops.make_tenant_table('webhooks', 'select, insert, update, delete', 'select, delete');

create table tenant.webhook_deliveries (
  platform_id uuid not null,
  webhook_id uuid not null,
  event_no bigint not null,
  event_id uuid not null,
  type text not null,
  subject_type text not null,
  subject_id text not null,
  state text not null,
  attempts int not null default 0,
  -- Those before it was last sent again by a person.
  attempts_before int not null default 0,
  -- When it may be attempted. Null while an earlier one of its subject is unfinished, and at the end.
  next_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  last_status int,
  last_failure text,
  constraint webhook_deliveries_pkey primary key (platform_id, webhook_id, event_no),
  constraint webhook_deliveries_webhook_fkey foreign key (platform_id, webhook_id)
    references tenant.webhooks (platform_id, webhook_id),
  constraint webhook_deliveries_state_check
    check (state in ('pending', 'retrying', 'delivered', 'dead')),
  constraint webhook_deliveries_finished_check
    check ((state in ('delivered', 'dead')) = (finished_at is not null)
      and (finished_at is null or next_at is null))
);
create index webhook_deliveries_by_state
  on tenant.webhook_deliveries (platform_id, webhook_id, state, event_no);
create index webhook_deliveries_due on tenant.webhook_deliveries (platform_id, webhook_id, next_at)
  where next_at is not null;
create index webhook_deliveries_of_subject
  on tenant.webhook_deliveries (platform_id, webhook_id, subject_type, subject_id, event_no)
  where finished_at is null;
-- At most one delivery of a subject is attempted at a time.
create unique index webhook_deliveries_order
  on tenant.webhook_deliveries (platform_id, webhook_id, subject_type, subject_id)
  where next_at is not null;
call ops.make_tenant_table(
  'webhook_deliveries', 'select, insert, update, delete', 'select, delete');

create table tenant.webhook_attempts (
  platform_id uuid not null,
  webhook_id uuid not null,
  event_no bigint not null,
  attempt int not null,
  at timestamptz not null,
  took_ms int not null,
  -- Null, with the reason in `failure`, where nothing was answered.
  status int,
  failure text,
  response_head text,
  constraint webhook_attempts_pkey primary key (platform_id, webhook_id, event_no, attempt),
  constraint webhook_attempts_delivery_fkey foreign key (platform_id, webhook_id, event_no)
    references tenant.webhook_deliveries (platform_id, webhook_id, event_no) on delete cascade
);
call ops.make_tenant_table('webhook_attempts', 'select, insert, delete', 'select, delete');

-- The relay asks for the webhooks of all platforms that have something to do.
grant select (platform_id, webhook_id, state, event_no) on tenant.webhooks to stowage_authz;
grant select (platform_id, webhook_id, next_at) on tenant.webhook_deliveries to stowage_authz;
grant select (platform_id, event_no) on tenant.tenant_events to stowage_authz;
create policy authz_reads on tenant.webhooks for select to stowage_authz using (true);
create policy authz_reads on tenant.webhook_deliveries for select to stowage_authz using (true);
create policy authz_reads on tenant.tenant_events for select to stowage_authz using (true);
