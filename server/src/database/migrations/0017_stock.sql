-- The stock itself. Three layers that must agree and are checked against each other: a ledger that
-- is only ever appended to, the pile of one thing in one place (bucket) it adds up to, and what a
-- warehouse has of a variant (level), from which goods are promised.

create table tenant.stock_levels (
  platform_id uuid not null,
  warehouse_id uuid not null,
  variant_id uuid not null,
  qty_scale smallint not null,
  tracking text not null,
  on_hand bigint not null default 0,
  -- The part of on_hand in any status but available.
  unavailable bigint not null default 0,
  reserved bigint not null default 0,
  backordered bigint not null default 0,
  backorder_limit bigint default 0,
  version bigint not null default 0,
  changed_at timestamptz not null default now(),
  constraint stock_levels_pkey primary key (platform_id, warehouse_id, variant_id),
  constraint stock_levels_tracking_key unique (platform_id, warehouse_id, variant_id, tracking),
  constraint stock_levels_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint scale_and_tracking_frozen foreign key (platform_id, variant_id, qty_scale, tracking)
    references tenant.variants (platform_id, variant_id, qty_scale, tracking),
  constraint level_sane check (on_hand >= 0 and unavailable between 0 and on_hand and backordered >= 0),
  constraint no_oversell check (reserved between 0 and on_hand - unavailable)
) with (fillfactor = 70);
create index level_by_variant on tenant.stock_levels (platform_id, variant_id);

create table tenant.stock_buckets (
  platform_id uuid not null,
  bucket_id bigint not null generated always as identity,
  warehouse_id uuid not null,
  variant_id uuid not null,
  location_id uuid not null,
  status text not null default 'available',
  tracking text not null,
  lot_id uuid,
  serial_id uuid,
  container_id uuid,
  on_hand bigint not null default 0,
  allocated bigint not null default 0,
  last_seq bigint not null default 0,
  last_at timestamptz not null default '-infinity',
  constraint stock_buckets_pkey primary key (platform_id, bucket_id),
  constraint one_bucket unique nulls not distinct
    (platform_id, variant_id, location_id, status, lot_id, serial_id, container_id),
  constraint stock_buckets_level_fkey foreign key (platform_id, warehouse_id, variant_id, tracking)
    references tenant.stock_levels (platform_id, warehouse_id, variant_id, tracking),
  constraint stock_buckets_location_fkey foreign key (platform_id, warehouse_id, location_id)
    references tenant.locations (platform_id, warehouse_id, location_id),
  constraint stock_buckets_lot_fkey foreign key (platform_id, variant_id, lot_id)
    references tenant.lots (platform_id, variant_id, lot_id),
  constraint stock_buckets_serial_fkey foreign key (platform_id, variant_id, serial_id)
    references tenant.serials (platform_id, variant_id, serial_id),
  constraint stock_buckets_container_fkey foreign key (platform_id, container_id)
    references tenant.containers (platform_id, container_id),
  constraint stock_buckets_status_check check (
    status in ('available', 'hold', 'quarantine', 'damaged', 'expired')),
  constraint bucket_sane check (
    allocated between 0 and on_hand and (serial_id is null or on_hand <= 1)),
  constraint tracking_rule check (
    case tracking
      when 'serial' then serial_id is not null
      when 'lot' then lot_id is not null and serial_id is null
      else lot_id is null and serial_id is null
    end),
  constraint only_available_is_allocated check (allocated = 0 or status = 'available')
) with (fillfactor = 70);
create index bucket_by_variant on tenant.stock_buckets (platform_id, warehouse_id, variant_id)
  where on_hand > 0;
create index bucket_by_location on tenant.stock_buckets (platform_id, location_id) where on_hand > 0;
create index bucket_by_lot on tenant.stock_buckets (platform_id, lot_id) where lot_id is not null;
create unique index serial_in_one_place on tenant.stock_buckets (platform_id, serial_id)
  where on_hand > 0;

create table tenant.stock_moves (
  platform_id uuid not null,
  move_id bigint not null generated always as identity,
  kind text not null,
  warehouse_id uuid not null,
  -- The document it belongs to.
  source_type text not null,
  source_id uuid,
  reason_code text,
  note text,
  -- When it happened, and when the system was told.
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  -- No foreign key: history outlives members.
  actor_type text not null,
  actor_id uuid,
  request_id text,
  dedupe_key text,
  reverses_move_id bigint,
  constraint stock_moves_pkey primary key (platform_id, move_id),
  constraint reversed_once unique (platform_id, reverses_move_id),
  constraint posted_once unique (platform_id, dedupe_key),
  constraint stock_moves_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint stock_moves_reverses_fkey foreign key (platform_id, reverses_move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint stock_moves_not_from_the_future check (effective_at <= recorded_at),
  constraint stock_moves_not_its_own_reverse check (reverses_move_id <> move_id)
);
create index move_recent on tenant.stock_moves (platform_id, recorded_at desc, move_id desc);
create index move_by_source on tenant.stock_moves (platform_id, source_type, source_id);

-- Each row begins where the row before it ended, and the foreign key onto that row says so: nobody,
-- not even the owner of the table, changes a quantity or takes a row out of the middle unnoticed.
create table tenant.stock_ledger (
  platform_id uuid not null,
  bucket_id bigint not null,
  seq bigint not null,
  move_id bigint not null,
  line_no int not null,
  -- The other side: stock for another bucket, else the outside of the warehouse.
  party text not null,
  delta bigint not null,
  qty_before bigint not null,
  qty_after bigint not null,
  recorded_at timestamptz not null,
  effective_at timestamptz not null,
  prev_seq bigint generated always as (nullif(seq - 1, 0)) stored,
  constraint stock_ledger_pkey primary key (platform_id, bucket_id, seq),
  constraint chain_target unique (platform_id, bucket_id, seq, qty_after),
  constraint chain foreign key (platform_id, bucket_id, prev_seq, qty_before)
    references tenant.stock_ledger (platform_id, bucket_id, seq, qty_after),
  constraint stock_ledger_bucket_fkey foreign key (platform_id, bucket_id)
    references tenant.stock_buckets (platform_id, bucket_id),
  constraint stock_ledger_move_fkey foreign key (platform_id, move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint stock_ledger_party_check check (
    party in ('stock', 'supplier', 'customer', 'loss', 'found', 'production')),
  constraint entry_sane check (
    delta <> 0 and qty_after = qty_before + delta and qty_before >= 0 and qty_after >= 0),
  constraint stock_ledger_begins_at_zero check (seq >= 1 and (seq > 1 or qty_before = 0)),
  constraint stock_ledger_not_from_the_future check (effective_at <= recorded_at)
);
create index ledger_asof on tenant.stock_ledger (platform_id, bucket_id, recorded_at desc, seq desc)
  include (qty_after);
create index ledger_backdated on tenant.stock_ledger (platform_id, bucket_id, effective_at)
  include (delta, recorded_at) where effective_at < recorded_at;
create index ledger_by_move on tenant.stock_ledger (platform_id, move_id);

-- Claims: what one line of a document was promised in one warehouse.
create table tenant.reservations (
  platform_id uuid not null,
  reservation_id bigint not null generated always as identity,
  source_type text not null,
  source_id uuid not null,
  component_id uuid,
  warehouse_id uuid not null,
  variant_id uuid not null,
  promised bigint not null default 0,
  backordered bigint not null default 0,
  allocated bigint not null default 0,
  consumed bigint not null default 0,
  priority smallint not null default 5,
  due_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reservations_pkey primary key (platform_id, reservation_id),
  constraint one_claim unique nulls not distinct
    (platform_id, source_type, source_id, component_id, warehouse_id, variant_id),
  constraint reservations_level_fkey foreign key (platform_id, warehouse_id, variant_id)
    references tenant.stock_levels (platform_id, warehouse_id, variant_id),
  constraint reservations_source_type_check check (
    source_type in ('order_line', 'transfer_line', 'manual')),
  constraint claim_sane check (
    promised >= 0 and backordered >= 0 and consumed >= 0 and allocated between 0 and promised)
) with (fillfactor = 80);
create index claim_open on tenant.reservations (platform_id, warehouse_id, variant_id)
  where promised > 0;
create index claim_waiting on tenant.reservations
  (platform_id, warehouse_id, variant_id, priority desc, due_at, reservation_id)
  where backordered > 0;
create index claim_expiring on tenant.reservations (platform_id, expires_at)
  where expires_at is not null and promised + backordered > 0;

-- Claims bound to buckets.
create table tenant.allocations (
  platform_id uuid not null,
  allocation_id bigint not null generated always as identity,
  reservation_id bigint not null,
  bucket_id bigint not null,
  qty bigint not null,
  state text not null default 'allocated',
  move_id bigint,
  line_no int,
  created_at timestamptz not null default now(),
  constraint allocations_pkey primary key (platform_id, allocation_id),
  constraint allocations_reservation_fkey foreign key (platform_id, reservation_id)
    references tenant.reservations (platform_id, reservation_id),
  constraint allocations_bucket_fkey foreign key (platform_id, bucket_id)
    references tenant.stock_buckets (platform_id, bucket_id),
  constraint allocations_qty_check check (qty > 0),
  constraint allocations_state_check check (
    state in ('allocated', 'picked', 'consumed', 'cancelled'))
);
create index allocation_live on tenant.allocations (platform_id, bucket_id)
  where state in ('allocated', 'picked');
create index allocation_by_claim on tenant.allocations (platform_id, reservation_id);

-- What the stock is worth, with a chain of its own. Values are millionths of the currency.
create table tenant.cost_balances (
  platform_id uuid not null,
  -- A warehouse, or the platform itself where its goods are valued together.
  scope_id uuid not null,
  variant_id uuid not null,
  qty bigint not null default 0,
  value_micros bigint not null default 0,
  last_seq bigint not null default 0,
  last_at timestamptz not null default '-infinity',
  constraint cost_balances_pkey primary key (platform_id, scope_id, variant_id),
  constraint cost_balances_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint cost_balance_sane check (
    qty >= 0 and value_micros >= 0 and (qty > 0 or value_micros = 0))
) with (fillfactor = 70);

create table tenant.cost_entries (
  platform_id uuid not null,
  scope_id uuid not null,
  variant_id uuid not null,
  seq bigint not null,
  move_id bigint,
  line_no int,
  kind text not null,
  qty_delta bigint not null,
  qty_before bigint not null,
  qty_after bigint not null,
  value_delta bigint not null,
  value_before bigint not null,
  value_after bigint not null,
  variance_micros bigint not null default 0,
  unpriced boolean not null default false,
  recorded_at timestamptz not null,
  effective_at timestamptz not null,
  prev_seq bigint generated always as (nullif(seq - 1, 0)) stored,
  constraint cost_entries_pkey primary key (platform_id, scope_id, variant_id, seq),
  constraint cost_chain_target unique (platform_id, scope_id, variant_id, seq, qty_after, value_after),
  constraint cost_chain foreign key
    (platform_id, scope_id, variant_id, prev_seq, qty_before, value_before)
    references tenant.cost_entries (platform_id, scope_id, variant_id, seq, qty_after, value_after),
  constraint cost_entries_move_fkey foreign key (platform_id, move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint cost_entry_adds_up check (
    qty_after = qty_before + qty_delta and value_after = value_before + value_delta),
  constraint cost_entry_sane check (
    qty_after >= 0 and value_after >= 0 and (qty_after > 0 or value_after = 0)),
  constraint cost_entries_begin_at_zero check (seq > 1 or (qty_before = 0 and value_before = 0))
);
create index cost_asof on tenant.cost_entries
  (platform_id, scope_id, variant_id, recorded_at desc, seq desc) include (qty_after, value_after);
create index cost_by_move on tenant.cost_entries (platform_id, move_id);

create table tenant.cost_layers (
  platform_id uuid not null,
  scope_id uuid not null,
  variant_id uuid not null,
  layer_no bigint not null,
  move_id bigint not null,
  line_no int not null,
  received_at timestamptz not null,
  qty_in bigint not null,
  qty_left bigint not null,
  value_in bigint not null,
  value_left bigint not null,
  constraint cost_layers_pkey primary key (platform_id, scope_id, variant_id, layer_no),
  constraint cost_layers_balance_fkey foreign key (platform_id, scope_id, variant_id)
    references tenant.cost_balances (platform_id, scope_id, variant_id),
  constraint cost_layer_sane check (
    qty_in > 0 and qty_left between 0 and qty_in and value_left >= 0
    and (qty_left > 0 or value_left = 0))
);
create index layer_open on tenant.cost_layers (platform_id, scope_id, variant_id, layer_no)
  where qty_left > 0;

-- What happened, for screens and for other systems. A relay numbers committed rows without gaps.
create table tenant.tenant_events (
  platform_id uuid not null,
  event_no bigint not null generated always as identity,
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  subject_type text not null,
  subject_id text not null,
  subject_version bigint not null,
  payload jsonb not null,
  occurred_at timestamptz not null default clock_timestamp(),
  feed_seq bigint,
  constraint tenant_events_pkey primary key (platform_id, event_no),
  constraint tenant_events_event_id_key unique (platform_id, event_id)
);
create index events_unnumbered on tenant.tenant_events (platform_id, event_no)
  where feed_seq is null;
create unique index events_feed on tenant.tenant_events (platform_id, feed_seq)
  where feed_seq is not null;

-- Documents of the stock: what was received, adjusted, read from a file, and checked.
create table tenant.receipts (
  platform_id uuid not null,
  receipt_id uuid not null,
  number text not null,
  kind text not null default 'blind',
  source_id uuid,
  warehouse_id uuid not null,
  reference text not null default '',
  state text not null default 'open',
  received_at timestamptz,
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

create table tenant.receipt_lines (
  platform_id uuid not null,
  receipt_id uuid not null,
  line_no int not null,
  variant_id uuid not null,
  unit text not null,
  qty_received bigint not null,
  location_id uuid not null,
  status text not null default 'available',
  lot_id uuid,
  serial_ids uuid[] not null default '{}',
  unit_cost_micros bigint,
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
  constraint receipt_lines_qty_check check (qty_received > 0)
);

create table tenant.adjustments (
  platform_id uuid not null,
  adjustment_id uuid not null,
  number text not null,
  warehouse_id uuid not null,
  state text not null default 'draft',
  reason_code text not null,
  note text not null default '',
  effective_at timestamptz,
  value_micros bigint,
  move_id bigint,
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
create index adjustments_recent on tenant.adjustments (platform_id, created_at desc, adjustment_id desc);

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

-- Results of checking the books.
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
