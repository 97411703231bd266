-- The stock itself. Three layers that must agree and are checked against each other: a ledger that is
-- only ever appended to, the stock of one variant at one location with one status, lot and serial (bucket)
-- it adds up to, and what a warehouse has of a variant (level), from which stock is promised. Only the
-- functions of the schema stock write these tables. Quantities are whole numbers of the smallest unit of a
-- variant.
--
-- Times of the stock are kept in milliseconds, which is how they are shown: stock as of a time that was
-- read in the ledger includes what happened then. Moves of one bucket in one millisecond keep their order
-- by `seq`.

create table tenant.stock_levels (
  platform_id uuid not null,
  warehouse_id uuid not null,
  variant_id uuid not null,
  qty_scale smallint not null,
  tracking text not null,
  on_hand bigint not null default 0,
  -- What a warehouse is out of is looked up here. The column changes when the last unit goes and when the
  -- first comes: an index on the quantity itself would be written at every move.
  is_out boolean not null generated always as (on_hand = 0) stored,
  -- The part of on_hand in any status but available.
  unavailable bigint not null default 0,
  reserved bigint not null default 0,
  backordered bigint not null default 0,
  backorder_limit bigint default 0,
  version bigint not null default 0,
  changed_at timestamptz(3) not null default now(),
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
create index level_backordered on tenant.stock_levels (platform_id, variant_id) where backordered > 0;
create index levels_out on tenant.stock_levels (platform_id, variant_id) where is_out;
comment on constraint level_sane on tenant.stock_levels is 'code: insufficient_bucket_stock';
comment on constraint no_oversell on tenant.stock_levels is 'code: oversell_refused';
comment on constraint scale_and_tracking_frozen on tenant.stock_levels is 'code: frozen';

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
  last_at timestamptz(3) not null default '-infinity',
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
  constraint only_available_is_allocated check (allocated = 0 or status = 'available'),
  -- A serial number that is moved is in two places for the length of one statement. A unique index is
  -- checked row by row and refuses that, depending on which row comes first; this waits for the end.
  constraint serial_in_one_place
    exclude using btree (platform_id with =, serial_id with =) where (on_hand > 0)
    deferrable initially immediate
) with (fillfactor = 70);
create index bucket_by_variant on tenant.stock_buckets (platform_id, warehouse_id, variant_id)
  where on_hand > 0;
create index bucket_by_location on tenant.stock_buckets (platform_id, location_id) where on_hand > 0;
-- Everything that was ever at a location, empty buckets too: its history, and what it held at a moment.
create index bucket_at_location on tenant.stock_buckets (platform_id, location_id);
create index bucket_by_lot on tenant.stock_buckets (platform_id, lot_id) where lot_id is not null;
-- Stock that is not available is a small part of everything.
create index bucket_off_sale on tenant.stock_buckets (platform_id, status, variant_id)
  where status <> 'available' and on_hand > 0;
comment on constraint bucket_sane on tenant.stock_buckets is 'code: insufficient_bucket_stock';
comment on constraint serial_in_one_place on tenant.stock_buckets is 'code: serial_duplicate';

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
  effective_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
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
create index move_by_actor on tenant.stock_moves (platform_id, actor_id, recorded_at desc, move_id desc);
-- The rare kinds of move: nearly all of them are of two or three kinds.
create index move_by_kind on tenant.stock_moves (platform_id, kind, recorded_at desc, move_id desc);
comment on constraint reversed_once on tenant.stock_moves is 'code: already_reversed';

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
  recorded_at timestamptz(3) not null,
  effective_at timestamptz(3) not null,
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
comment on constraint entry_sane on tenant.stock_ledger is 'code: insufficient_bucket_stock';

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

-- One side of a line of a move, for the functions.
create type stock.side as (
  line_no int,
  bucket_id bigint,
  warehouse_id uuid,
  variant_id uuid,
  -- Whether the bucket counts as available.
  sellable boolean,
  party text,
  -- Signed changes: of the quantity, of what is allocated, and what a claim consumes.
  delta bigint,
  alloc bigint,
  consumed bigint
);

call ops.make_tenant_table('stock_levels', 'select', 'select, insert, update, delete');
call ops.make_tenant_table('stock_buckets', 'select', 'select, insert, update, delete');
call ops.make_tenant_table('stock_moves', 'select', 'select, insert, delete');
call ops.make_tenant_table('stock_ledger', 'select', 'select, insert, delete');
call ops.make_tenant_table('reservations', 'select', 'select, insert, update, delete');
call ops.make_tenant_table('allocations', 'select', 'select, insert, update, delete');
grant usage on all sequences in schema tenant to stowage_app, stowage_stock;
