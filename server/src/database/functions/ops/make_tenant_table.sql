-- Makes a table of the schema tenant a tenant table: row-level security is enabled and forced, the policy
-- own_platform shows the rows of the platform of the transaction only, and the serving role gets the rights
-- in `app_rights`. With `stock_rights` the same holds for the role of the stock functions. Raises an error
-- when the table has no column platform_id.
--
-- What deletes the rows with their platform is not done here: a foreign key to tenant.platforms with `on
-- delete cascade` would lock the platform's row at every insert, so busy tables are emptied by stock.empty.
-- server/test/nouns/purged-tables.test.ts fails for a table that nothing empties. A change of this procedure comes
-- with a migration that brings the tables along which exist already.
create or replace procedure ops.make_tenant_table(
  table_name text, app_rights text, stock_rights text default null
)
language plpgsql
as $$
declare
  -- nullif, because the setting reads back as '' once it was used on a connection; the sub-select, because
  -- it is then evaluated once and not per row.
  v_own constant text :=
    'platform_id = (select nullif(current_setting(''app.platform_id'', true), '''')::uuid)';
  v_roles text := 'stowage_app';
begin
  if stock_rights is not null then
    v_roles := v_roles || ', stowage_stock';
    execute format('grant %s on tenant.%I to stowage_stock', stock_rights, table_name);
  end if;
  execute format('grant %s on tenant.%I to stowage_app', app_rights, table_name);
  execute format('alter table tenant.%I enable row level security', table_name);
  execute format('alter table tenant.%I force row level security', table_name);
  execute format(
    'create policy own_platform on tenant.%I for all to %s using (%s) with check (%s)',
    table_name, v_roles, v_own, v_own);
end
$$;

revoke all on procedure ops.make_tenant_table from public;
