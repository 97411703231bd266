-- A zone that is not used any more is put away, as a warehouse is.
alter table tenant.zones
  add column state text not null default 'active',
  add constraint zones_state_check check (state in ('active', 'archived'));
