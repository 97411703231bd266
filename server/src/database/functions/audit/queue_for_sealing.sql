-- Trigger function: puts a new event in the queue of events to be sealed. Runs as the owner, because
-- whoever may add an event must not be able to touch the queue.
create or replace function audit.queue_for_sealing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- An event belongs to the database of its platform: two chains cannot grow for one platform.
  if new.platform_id is not null
    and new.platform_id::text is distinct from current_setting('app.platform_id', true) then
    perform directory.require_here(new.platform_id, true);
  end if;
  insert into audit.audit_pending (audit_id) values (new.id);
  return null;
end
$$;

revoke all on function audit.queue_for_sealing from public;
