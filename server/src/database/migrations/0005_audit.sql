-- The audit log, which can only grow, its seals, and the values it is searched by.
-- Needs: authz.audit_platforms, audit.refuse_change, audit.queue_for_sealing, audit.note_values

create table audit.audit_log (
  id uuid not null,
  created_at timestamptz not null,
  action text not null,
  outcome text not null,
  actor_type text not null,
  actor_id uuid,
  actor_email text,
  platform_id uuid,
  platform_slug text,
  target_type text,
  target_id text,
  target_name text,
  ip text,
  user_agent text,
  request_id text not null,
  session_id uuid,
  amr text[],
  metadata jsonb not null default '{}',
  constraint audit_log_pkey primary key (id),
  constraint audit_log_outcome_check check (outcome in ('success', 'failure', 'denied')),
  constraint audit_log_actor_type_check
    check (actor_type in ('operator', 'tenant_user', 'anonymous', 'system'))
);
-- Each index has the actor as well, which the policy asks of every row: counting then never touches
-- the table.
create index audit_log_by_platform on audit.audit_log (platform_id, created_at desc, id desc)
  include (actor_id);
create index audit_log_by_actor on audit.audit_log (actor_id, created_at desc, id desc)
  where platform_id is null;
-- A filter reads one stretch of one of these for each action or address that matches. An index of
-- trigrams would be of no use: its operator is not leakproof, so it may not run before the policy.
create index audit_log_by_action on audit.audit_log (platform_id, action, created_at desc, id desc)
  include (actor_id);
create index audit_log_by_email
  on audit.audit_log (platform_id, actor_email, created_at desc, id desc) include (actor_id);

-- Events that wait to be sealed. The serving role has no right on it, so it cannot keep one out.
create table audit.audit_pending (
  audit_id uuid not null,
  constraint audit_pending_pkey primary key (audit_id)
);

-- Every event becomes a link in the chain of its platform, so that a later change to it shows. No
-- foreign key to the log: a seal without its event is what the verifier looks for.
create table audit.audit_seal (
  -- The platform, or zeros for events outside any platform.
  chain uuid not null,
  -- 1, 2, 3 … without gaps in each chain.
  seq bigint not null,
  audit_id uuid not null,
  -- The hash of the seal before; 32 zero bytes for the first.
  prev bytea not null,
  hash bytea not null,
  constraint audit_seal_pkey primary key (chain, seq),
  constraint audit_seal_event_key unique (audit_id),
  constraint audit_seal_seq_check check (seq > 0),
  constraint audit_seal_hashes_check check (octet_length(prev) = 32 and octet_length(hash) = 32)
);

-- Which actions and addresses the log of a platform knows. A part of a word is looked for among these
-- few, and an index then leads to the events: no index finds a part of a word under row-level security.
create table audit.audit_values (
  platform_id uuid not null,
  kind text not null,
  value text not null,
  constraint audit_values_pkey primary key (platform_id, kind, value),
  constraint audit_values_kind_check check (kind in ('action', 'actor_email'))
);

create trigger append_only before update or delete on audit.audit_log
  for each row execute function audit.refuse_change();
create trigger append_only_truncate before truncate on audit.audit_log
  for each statement execute function audit.refuse_change();
create trigger append_only before update or delete on audit.audit_seal
  for each row execute function audit.refuse_change();
create trigger append_only_truncate before truncate on audit.audit_seal
  for each statement execute function audit.refuse_change();
create trigger queue_for_sealing after insert on audit.audit_log
  for each row execute function audit.queue_for_sealing();
create trigger note_values after insert on audit.audit_log
  for each row when (new.platform_id is not null) execute function audit.note_values();

alter table audit.audit_log enable row level security;
alter table audit.audit_log force row level security;
alter table audit.audit_seal enable row level security;
alter table audit.audit_seal force row level security;
-- Not forced: the trigger writes as the owner.
alter table audit.audit_values enable row level security;

create policy anybody_writes on audit.audit_log for insert to stowage_app with check (true);
-- Never "insert … returning" here: RETURNING asks this policy, and the writer need not be a reader.
-- "in (select unnest …)" is looked up in a hash table; "= any (array)" would be walked for each row,
-- and its guess of the rows keeps the planner from reading an index in order.
create policy readers on audit.audit_log for select to stowage_app using (
  platform_id in (select unnest(authz.audit_platforms(
    (select nullif(current_setting('app.account_id', true), '')::uuid))))
  or (platform_id is null
    and actor_id = (select nullif(current_setting('app.account_id', true), '')::uuid))
);
-- The same platforms whose events the account may read.
create policy readers on audit.audit_seal for select to stowage_app using (
  chain in (select unnest(authz.audit_platforms(
    (select nullif(current_setting('app.account_id', true), '')::uuid))))
);
create policy readers on audit.audit_values for select to stowage_app using (
  platform_id in (select unnest(authz.audit_platforms(
    (select nullif(current_setting('app.account_id', true), '')::uuid))))
);
create policy sealer_reads on audit.audit_log for select to stowage_sealer using (true);
create policy sealer_reads on audit.audit_seal for select to stowage_sealer using (true);
create policy sealer_seals on audit.audit_seal for insert to stowage_sealer with check (true);
create policy stock_reads on audit.audit_log for select to stowage_stock
  using (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid));

grant select, insert on audit.audit_log to stowage_app;
grant select on audit.audit_seal, audit.audit_values to stowage_app;
grant select on audit.audit_log to stowage_sealer;
grant select, insert on audit.audit_seal to stowage_sealer;
grant select, delete on audit.audit_pending to stowage_sealer;
-- Whether a move is in the log is asked by its request alone.
grant select (platform_id, created_at, outcome, request_id) on audit.audit_log to stowage_stock;
