-- Trigger function: adds the action and the address of a new event to the values that the log of its
-- platform is searched by. Runs as the owner, because the serving role must not be able to add a value
-- without an event.
create or replace function audit.note_values() returns trigger
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

revoke all on function audit.note_values from public;
