-- Trigger function: puts a new event in the queue of events to be sealed. Runs as the owner, because
-- whoever may add an event must not be able to touch the queue.
create or replace function audit.queue_for_sealing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into audit.audit_pending (audit_id) values (new.id);
  return null;
end
$$;

revoke all on function audit.queue_for_sealing from public;
