-- Files are recognized as exports of other systems, and rows of them may be left out with a reason.

alter table tenant.imports
  -- Which export it is; what there is, is listed in the contract alone.
  add column format text,
  -- Why each column was proposed, by field.
  add column matched jsonb not null default '{}',
  add column rows_skipped int not null default 0;

alter table tenant.import_rows
  drop constraint import_rows_state_check,
  add constraint import_rows_state_check check (
    state in ('read', 'valid', 'error', 'skipped', 'applied', 'undone'));
