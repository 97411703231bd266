-- Trigger function: adds the action and the address of a new event to the values that the log of its
-- platform is searched by. Runs as the owner, because the serving role must not be able to add a value
-- without an event. A value that two transactions add at the same moment is there twice: with a unique
-- key everyone who does something for the first time would wait for the other, whatever locks they hold.
create or replace function audit.note_values() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from audit.audit_values v
    where v.platform_id = new.platform_id and v.kind = 'action' and v.value = new.action) then
    insert into audit.audit_values (platform_id, kind, value, audit_id)
    values (new.platform_id, 'action', new.action, new.id);
  end if;
  if new.actor_email is not null and not exists (
    select from audit.audit_values v
    where v.platform_id = new.platform_id and v.kind = 'actor_email'
      and v.value = new.actor_email) then
    insert into audit.audit_values (platform_id, kind, value, audit_id)
    values (new.platform_id, 'actor_email', new.actor_email, new.id);
  end if;
  return null;
end
$$;

revoke all on function audit.note_values from public;
