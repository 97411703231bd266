-- One text may stand for all blank cells of a field.

alter table tenant.imports
  -- Texts by field.
  add column fixed jsonb not null default '{}';
