-- Trigger function: notes what was available of a level before and after a change. A trigger, so that no function that
-- changes levels can forget it. Runs with the rights of the function that changes the level.
create or replace function stock.note_available() returns trigger
language plpgsql
as $$
begin
  insert into tenant.available_changes (
    platform_id, warehouse_id, variant_id, version, was, available
  )
  values (
    new.platform_id, new.warehouse_id, new.variant_id, new.version,
    old.on_hand - old.unavailable - old.reserved,
    new.on_hand - new.unavailable - new.reserved
  );
  return null;
end
$$;

revoke all on function stock.note_available from public;
