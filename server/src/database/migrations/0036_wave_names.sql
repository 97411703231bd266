-- What people call a wave.
alter table tenant.waves add column name text not null default '';
