-- Files people read in: products, locations and opening stock, with every row and what became of it.

create table tenant.imports (
  platform_id uuid not null,
  import_id uuid not null,
  kind text not null,
  -- What one bad row means: only itself left out, or the whole file.
  mode text not null,
  file_name text not null default '',
  state text not null default 'uploaded',
  -- What is being done with it at this moment, and up to which row that has come.
  busy text,
  last_row int not null default 0,
  rows_done int not null default 0,
  -- The words above the columns of the file, and which field each field is read from.
  columns text[] not null,
  mapping jsonb not null default '{}',
  -- How the numbers of the file are written: its decimal mark and its units of weight and length.
  options jsonb not null default '{}',
  rows_total int not null default 0,
  rows_valid int not null default 0,
  rows_failed int not null default 0,
  rows_applied int not null default 0,
  creates int not null default 0,
  updates int not null default 0,
  unchanged int not null default 0,
  -- Why it failed, or why it could not be undone.
  failure jsonb,
  finished_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  constraint imports_pkey primary key (platform_id, import_id),
  -- Whoever removes a warehouse removes the files with it.
  constraint imports_settings_fkey foreign key (platform_id)
    references tenant.warehouse_settings (platform_id) on delete cascade,
  constraint imports_kind_check check (kind in ('products', 'locations', 'stock')),
  constraint imports_mode_check check (mode in ('valid_rows', 'all_or_nothing')),
  constraint imports_state_check check (
    state in ('uploaded', 'validated', 'applying', 'done', 'done_with_errors', 'failed',
              'cancelled', 'undone')),
  constraint imports_busy_check check (busy in ('validate', 'apply', 'undo'))
);
create index imports_recent on tenant.imports (platform_id, created_at desc, import_id desc);

create table tenant.import_rows (
  platform_id uuid not null,
  import_id uuid not null,
  -- As a spreadsheet counts: the words above the columns are row 1.
  row_no int not null,
  cells jsonb not null,
  state text not null default 'read',
  outcome text,
  -- What no two rows of a file may share: the thing itself, and the code it is scanned by.
  key text,
  mark text,
  -- The key that rows of one product share in a file.
  group_key text,
  errors jsonb not null default '[]',
  -- The record it became, at which version, and what that record said before.
  entity_id uuid,
  entity_version int,
  before jsonb,
  move_id bigint,
  constraint import_rows_pkey primary key (platform_id, import_id, row_no),
  constraint import_rows_import_fkey foreign key (platform_id, import_id)
    references tenant.imports (platform_id, import_id) on delete cascade,
  constraint import_rows_state_check check (
    state in ('read', 'valid', 'error', 'applied', 'undone')),
  constraint import_rows_outcome_check check (outcome in ('create', 'update', 'unchanged'))
) with (fillfactor = 60);

call ops.make_tenant_table('imports', 'select, insert, update');
call ops.make_tenant_table('import_rows', 'select, insert, update');
