-- How a member wants a table shown: which columns, in which order, how close the rows. One row from the
-- first change on; until then the table is shown as it is made.
create table tenant.table_settings (
  platform_id uuid not null,
  member_id uuid not null,
  table_name text not null,
  -- Every column in the order of this member, by the word above it, and those that are left out.
  columns text[] not null,
  hidden text[] not null,
  density text not null,
  updated_at timestamptz not null,
  constraint table_settings_pkey primary key (platform_id, member_id, table_name),
  constraint table_settings_member_fkey foreign key (platform_id, member_id)
    references tenant.members (platform_id, id) on delete cascade,
  constraint table_settings_table_check check (table_name in (
    'products', 'locations', 'stock', 'levels', 'movements', 'receipts', 'adjustments')),
  constraint table_settings_density_check check (density in ('compact', 'usual', 'roomy'))
);

grant select, insert, update on tenant.table_settings to stowage_app;

alter table tenant.table_settings enable row level security;
alter table tenant.table_settings force row level security;
create policy own_platform on tenant.table_settings for all to stowage_app
  using (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid))
  with check (platform_id = (select nullif(current_setting('app.platform_id', true), '')::uuid));
