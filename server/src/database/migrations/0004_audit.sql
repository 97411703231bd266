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
create index audit_log_by_platform on audit.audit_log (platform_id, created_at desc, id desc);
create index audit_log_by_actor on audit.audit_log (actor_id, created_at desc, id desc)
  where platform_id is null;

alter table audit.audit_log enable row level security;
alter table audit.audit_log force row level security;
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

create function audit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only appended to';
end
$$;
create trigger append_only before update or delete on audit.audit_log
  for each row execute function audit.refuse_change();
create trigger append_only_truncate before truncate on audit.audit_log
  for each statement execute function audit.refuse_change();

grant select, insert on audit.audit_log to stowage_app;
