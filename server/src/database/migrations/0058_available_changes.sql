-- What was available of a level before and after each change, until it was announced. Only ever appended to, so that
-- no posting waits for another or for the announcement. Numbers rise in the order of the commits of a level, because
-- whoever changes it holds its lock until then.
-- Needs: stock.note_available

create table tenant.available_changes (
  platform_id uuid not null,
  change_no bigint not null generated always as identity,
  -- No foreign key to the level, which is never deleted before its changes: it would cost each posting a look-up.
  warehouse_id uuid not null,
  variant_id uuid not null,
  -- The version of the level after the change.
  version bigint not null,
  was bigint not null,
  available bigint not null,
  changed_at timestamptz not null default now(),
  constraint available_changes_pkey primary key (platform_id, change_no)
) with (
  -- Rows live for a second or two.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000
);
call ops.make_tenant_table('available_changes', 'select, delete', 'select, insert, delete');

create trigger note_available
  after update of on_hand, unavailable, reserved on tenant.stock_levels
  for each row
  when (new.on_hand - new.unavailable - new.reserved <> old.on_hand - old.unavailable - old.reserved)
  execute function stock.note_available();

-- The announcement asks for the platforms that have some.
grant select (platform_id, change_no, changed_at) on tenant.available_changes to stowage_authz;
create policy authz_reads on tenant.available_changes for select to stowage_authz using (true);
