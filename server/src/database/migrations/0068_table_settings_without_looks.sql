-- Row heights and widths of columns are no longer settings. Servers of the version before still read
-- these columns while they are replaced, so they stay.
alter table tenant.table_settings alter column density set default 'usual';
