-- Documents of the stock: what was received and adjusted, and the results of checking the ledger.

create table tenant.receipts (
  platform_id uuid not null,
  receipt_id uuid not null,
  number text not null,
  kind text not null default 'blind',
  source_id uuid,
  warehouse_id uuid not null,
  reference text not null default '',
  state text not null default 'open',
  received_at timestamptz(3),
  move_id bigint,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint receipts_pkey primary key (platform_id, receipt_id),
  constraint receipts_number_key unique (platform_id, number),
  constraint receipts_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint receipts_move_fkey foreign key (platform_id, move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint receipts_kind_check check (kind in ('blind', 'purchase', 'transfer', 'return')),
  constraint receipts_state_check check (state in ('open', 'completed', 'cancelled', 'reversed'))
);
create index receipts_recent on tenant.receipts (platform_id, created_at desc, receipt_id desc);
-- Documents that are still to be done are few among many: their lists, and what asks whether a variant or
-- a location is in one of them, read these alone.
create index receipts_open on tenant.receipts (platform_id, created_at desc, receipt_id desc)
  where state = 'open';

create table tenant.receipt_lines (
  platform_id uuid not null,
  receipt_id uuid not null,
  line_no int not null,
  variant_id uuid not null,
  unit text not null,
  qty_received bigint not null,
  -- A completed receipt is reversed by line and quantity.
  qty_reversed bigint not null default 0,
  location_id uuid not null,
  status text not null default 'available',
  lot_id uuid,
  serial_ids uuid[] not null default '{}',
  reversed_serial_ids uuid[] not null default '{}',
  unit_cost_micros bigint,
  -- The quantity times the unit cost, rounded once: the cost of one base unit is rounded itself, and a box
  -- of a million at 0.30 would be worth nothing.
  value_micros bigint,
  discrepancy_reason text,
  constraint receipt_lines_pkey primary key (platform_id, receipt_id, line_no),
  constraint receipt_lines_receipt_fkey foreign key (platform_id, receipt_id)
    references tenant.receipts (platform_id, receipt_id),
  constraint receipt_lines_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint receipt_lines_location_fkey foreign key (platform_id, location_id)
    references tenant.locations (platform_id, location_id),
  constraint receipt_lines_lot_fkey foreign key (platform_id, variant_id, lot_id)
    references tenant.lots (platform_id, variant_id, lot_id),
  constraint receipt_lines_qty_check check (qty_received > 0),
  constraint receipt_lines_value_check check (value_micros >= 0),
  constraint receipt_lines_reversed_check check (qty_reversed between 0 and qty_received),
  constraint receipt_lines_reversed_serials_check check (reversed_serial_ids <@ serial_ids)
);

create table tenant.adjustments (
  platform_id uuid not null,
  adjustment_id uuid not null,
  number text not null,
  warehouse_id uuid not null,
  state text not null default 'draft',
  reason_code text not null,
  note text not null default '',
  effective_at timestamptz(3),
  value_micros bigint,
  move_id bigint,
  -- Whoever edits a draft counts as one of its authors.
  edited_by uuid[] not null default '{}',
  approved_by uuid,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint adjustments_pkey primary key (platform_id, adjustment_id),
  constraint adjustments_number_key unique (platform_id, number),
  constraint adjustments_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint adjustments_reason_fkey foreign key (platform_id, reason_code)
    references tenant.reasons (platform_id, code),
  constraint adjustments_move_fkey foreign key (platform_id, move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint adjustments_state_check check (
    state in ('draft', 'pending_approval', 'posted', 'cancelled', 'reversed'))
);
create index adjustments_recent
  on tenant.adjustments (platform_id, created_at desc, adjustment_id desc);
create index adjustments_open on tenant.adjustments (platform_id, created_at desc, adjustment_id desc)
  where state in ('draft', 'pending_approval');

create table tenant.adjustment_lines (
  platform_id uuid not null,
  adjustment_id uuid not null,
  line_no int not null,
  variant_id uuid not null,
  location_id uuid not null,
  status text not null default 'available',
  lot_id uuid,
  serial_id uuid,
  mode text not null,
  qty bigint not null,
  expected bigint,
  qty_before bigint,
  qty_after bigint,
  constraint adjustment_lines_pkey primary key (platform_id, adjustment_id, line_no),
  constraint adjustment_lines_adjustment_fkey foreign key (platform_id, adjustment_id)
    references tenant.adjustments (platform_id, adjustment_id),
  constraint adjustment_lines_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint adjustment_lines_location_fkey foreign key (platform_id, location_id)
    references tenant.locations (platform_id, location_id),
  constraint adjustment_lines_mode_check check (mode in ('delta', 'set')),
  constraint adjustment_lines_set_is_compared check (mode = 'delta' or expected is not null)
);

-- Results of checking the ledger.
create table tenant.verify_runs (
  platform_id uuid not null,
  run_id uuid not null,
  kind text not null,
  started_at timestamptz not null,
  took_ms int not null,
  checked_rows bigint not null,
  violations jsonb not null,
  constraint verify_runs_pkey primary key (platform_id, run_id),
  constraint verify_runs_kind_check check (kind in ('full', 'incremental'))
);
create index verify_runs_recent on tenant.verify_runs (platform_id, started_at desc, run_id desc);

call ops.make_tenant_table('receipts', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('receipt_lines', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('adjustments', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('adjustment_lines', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('verify_runs', 'select, insert', 'select, delete');
