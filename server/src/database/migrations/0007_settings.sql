-- What a workspace decides about its warehouse: settings, reasons, numbers of documents.

-- One row for each platform that has begun to use its warehouse; the stock functions refuse to work
-- for a platform without it.
create table tenant.warehouse_settings (
  platform_id uuid not null,
  currency text not null default 'EUR',
  costing_method text not null default 'avco',
  costing_scope text not null default 'warehouse',
  closed_through date not null default '1900-01-01',
  default_backorder_limit bigint default 0,
  -- Adjustments worth more than this, in micros of the currency, wait for somebody's approval.
  adjust_approval_above bigint,
  separate_duties boolean not null default false,
  -- Set while the example data is there, which alone may be emptied.
  demo text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint warehouse_settings_pkey primary key (platform_id),
  constraint warehouse_settings_platform_fkey foreign key (platform_id)
    references tenant.platforms (platform_id),
  constraint warehouse_settings_costing_method_check check (costing_method in ('avco', 'fifo')),
  constraint warehouse_settings_costing_scope_check check (costing_scope in ('warehouse', 'platform')),
  constraint warehouse_settings_demo_check check (demo in ('small', 'large')),
  constraint warehouse_settings_currency_check check (currency ~ '^[A-Z]{3}$')
);

-- Why stock was changed.
create table tenant.reasons (
  platform_id uuid not null,
  code text not null,
  name text not null,
  applies text[] not null,
  requires_note boolean not null default false,
  state text not null default 'active',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint reasons_pkey primary key (platform_id, code),
  constraint reasons_state_check check (state in ('active', 'archived')),
  constraint reasons_applies_check check (
    applies <@ array['adjust_up', 'adjust_down', 'scrap', 'return', 'count', 'short_pick', 'status'])
);
comment on constraint reasons_pkey on tenant.reasons is 'code: duplicate_key, of: reason';

-- Numbers of documents: RC-000123. Taken before the transaction of the document, so that nobody
-- waits for somebody else's commit; a refused document leaves a gap.
create table tenant.number_sequences (
  platform_id uuid not null,
  kind text not null,
  next_value bigint not null default 1,
  constraint number_sequences_pkey primary key (platform_id, kind)
);

-- Example data on its way into or out of a workspace.
create table tenant.demo_runs (
  platform_id uuid not null,
  size text not null,
  state text not null,
  -- What is being done, for people, and how far it is.
  step text not null default '',
  percent int not null default 0,
  requested_by uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint demo_runs_pkey primary key (platform_id),
  -- Whoever removes the warehouse removes this with it.
  constraint demo_runs_settings_fkey foreign key (platform_id)
    references tenant.warehouse_settings (platform_id) on delete cascade,
  constraint demo_runs_size_check check (size in ('small', 'large')),
  constraint demo_runs_state_check check (state in ('loading', 'loaded', 'removing', 'failed')),
  constraint demo_runs_percent_check check (percent between 0 and 100)
);

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
  -- Pixels by the word above the column; none for the usual width.
  widths jsonb not null default '{}',
  updated_at timestamptz not null,
  constraint table_settings_pkey primary key (platform_id, member_id, table_name),
  constraint table_settings_member_fkey foreign key (platform_id, member_id)
    references tenant.members (platform_id, id) on delete cascade,
  constraint table_settings_table_check check (table_name in (
    'products', 'locations', 'stock', 'levels', 'movements', 'receipts', 'adjustments', 'lots')),
  constraint table_settings_density_check check (density in ('compact', 'usual', 'roomy')),
  constraint table_settings_widths_check check (jsonb_typeof(widths) = 'object')
);

-- The stock functions read these tables, and delete what is in them when a warehouse is emptied.
call ops.make_tenant_table('warehouse_settings', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('reasons', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('number_sequences', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('demo_runs', 'select, insert, update, delete');
call ops.make_tenant_table('table_settings', 'select, insert, update');
-- Locking a row takes the right to update it.
grant update (version) on tenant.warehouse_settings to stowage_stock;
