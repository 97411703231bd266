-- Makes the table of a kind of document in the schema tenant, a tenant table with what every document has: its id
-- in `<document>_id`, number, state, version, and when and by whom it was created and changed. A new one is in the
-- first of `states`. There are indexes for its lists by time of creation, within a state and without, and by the
-- time of the last change. Columns of its own are added by the migration that calls this, as is the table of
-- its lines. Documents are never deleted, but with their platform by stock.empty.
create or replace procedure ops.make_document_table(table_name text, document text, states text[])
language plpgsql
as $$
declare
  v_key constant text := document || '_id';
begin
  execute format(
    'create table tenant.%1$I (
      platform_id uuid not null,
      %2$I uuid not null,
      number text not null,
      state text not null default %3$L,
      version int not null default 1,
      created_at timestamptz not null,
      created_by uuid,
      updated_at timestamptz not null,
      updated_by uuid,
      constraint %4$I primary key (platform_id, %2$I),
      constraint %5$I unique (platform_id, number),
      constraint %6$I check (state = any (%7$L::text[])))',
    table_name, v_key, states[1], table_name || '_pkey', table_name || '_number_key',
    table_name || '_state_check', states);
  execute format(
    'create index %I on tenant.%I (platform_id, created_at desc, %I desc)',
    table_name || '_recent', table_name, v_key);
  execute format(
    'create index %I on tenant.%I (platform_id, state, created_at desc, %I desc)',
    table_name || '_by_state', table_name, v_key);
  execute format(
    'create index %I on tenant.%I (platform_id, updated_at, %I)',
    table_name || '_changed', table_name, v_key);
  call ops.make_tenant_table(table_name, 'select, insert, update', 'select, delete');
end
$$;

revoke all on procedure ops.make_document_table from public;
