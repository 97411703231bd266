-- The list of lots has columns of its own.
alter table tenant.table_settings
  drop constraint table_settings_table_check,
  add constraint table_settings_table_check check (table_name in (
    'products', 'locations', 'stock', 'levels', 'movements', 'receipts', 'adjustments', 'lots'));
