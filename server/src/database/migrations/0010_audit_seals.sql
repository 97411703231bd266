-- The audit log under seal: every event becomes a link in the chain of its platform, so that a
-- later change to it shows. Also: when a signing key changed its state.

-- Events that wait to be sealed. The serving role has no right on it, so it cannot keep one out.
create table audit.audit_pending (
  audit_id uuid not null,
  constraint audit_pending_pkey primary key (audit_id)
);

-- No foreign key to the log: a seal without its event is what the verifier looks for.
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

create trigger append_only before update or delete on audit.audit_seal
  for each row execute function audit.refuse_change();
create trigger append_only_truncate before truncate on audit.audit_seal
  for each statement execute function audit.refuse_change();

alter table audit.audit_seal enable row level security;
alter table audit.audit_seal force row level security;
-- The same platforms whose events the account may read.
create policy readers on audit.audit_seal for select to stowage_app using (
  chain in (select unnest(authz.audit_platforms(
    (select nullif(current_setting('app.account_id', true), '')::uuid))))
);
create policy sealer_reads on audit.audit_seal for select to stowage_sealer using (true);
create policy sealer_seals on audit.audit_seal for insert to stowage_sealer with check (true);
create policy sealer_reads on audit.audit_log for select to stowage_sealer using (true);

grant select on audit.audit_seal to stowage_app;
grant usage on schema audit to stowage_sealer;
grant select on audit.audit_log to stowage_sealer;
grant select, insert on audit.audit_seal to stowage_sealer;
grant select, delete on audit.audit_pending to stowage_sealer;

-- Runs as the owner: whoever may add an event need not be able to touch the queue.
create function audit.queue_for_sealing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into audit.audit_pending (audit_id) values (new.id);
  return null;
end
$$;
revoke all on function audit.queue_for_sealing() from public;

-- What is there already waits as well. Under forced row-level security the owner would see none of
-- it; the lock this takes also keeps new events out until the trigger stands.
alter table audit.audit_log no force row level security;
insert into audit.audit_pending (audit_id) select id from audit.audit_log;
create trigger queue_for_sealing after insert on audit.audit_log
  for each row execute function audit.queue_for_sealing();
alter table audit.audit_log force row level security;

-- How long a key has been published, has signed, or has only verified.
alter table identity.signing_keys add column changed_at timestamptz;
update identity.signing_keys set changed_at = created_at;
alter table identity.signing_keys alter column changed_at set not null;
create unique index signing_keys_one_next on identity.signing_keys (state) where state = 'next';
