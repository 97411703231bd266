-- How wide a member wants the columns of a table: pixels by the word above each, none for the usual width.
alter table tenant.table_settings
  add column widths jsonb not null default '{}',
  add constraint table_settings_widths_check check (jsonb_typeof(widths) = 'object');
