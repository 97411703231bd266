-- Which actions and addresses the log of a platform knows. A part of a word is looked for among these
-- few, and an index then leads to the events: no index finds a part of a word under row-level security.
create table audit.audit_values (
  platform_id uuid not null,
  kind text not null,
  value text not null,
  constraint audit_values_pkey primary key (platform_id, kind, value),
  constraint audit_values_kind_check check (kind in ('action', 'actor_email'))
);
alter table audit.audit_values enable row level security;
-- The same platforms whose events the account may read. Not forced: the trigger writes as the owner.
create policy readers on audit.audit_values for select to stowage_app using (
  platform_id in (select unnest(authz.audit_platforms(
    (select nullif(current_setting('app.account_id', true), '')::uuid))))
);
grant select on audit.audit_values to stowage_app;

-- Runs as the owner: whoever may add an event need not be able to add a word without one.
create function audit.note_values() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into audit.audit_values (platform_id, kind, value)
  select new.platform_id, kind, value
  from (values ('action', new.action), ('actor_email', new.actor_email)) as noted (kind, value)
  where value is not null
  on conflict do nothing;
  return null;
end
$$;
revoke all on function audit.note_values() from public;

-- Under forced row-level security the owner would see none of what is there already; the lock this
-- takes also keeps new events out until the trigger stands.
alter table audit.audit_log no force row level security;
insert into audit.audit_values (platform_id, kind, value)
select distinct platform_id, 'action', action from audit.audit_log where platform_id is not null
union all
select distinct platform_id, 'actor_email', actor_email from audit.audit_log
where platform_id is not null and actor_email is not null;
create trigger note_values after insert on audit.audit_log
  for each row when (new.platform_id is not null) execute function audit.note_values();
alter table audit.audit_log force row level security;
