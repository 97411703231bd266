-- What is kept and where: products with their variants, barcodes and units; warehouses with their
-- zones and locations. Stock itself follows in the next file.

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

create table tenant.warehouses (
  platform_id uuid not null,
  warehouse_id uuid not null,
  code text not null,
  name text not null default '',
  -- Goods on their way between two sites stand in the one warehouse of kind transit.
  kind text not null default 'site',
  timezone text not null default 'UTC',
  address jsonb not null default '{}',
  is_sellable boolean not null default true,
  rank int not null default 0,
  state text not null default 'active',
  receive_location_id uuid,
  stage_location_id uuid,
  quarantine_location_id uuid,
  damaged_location_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint warehouses_pkey primary key (platform_id, warehouse_id),
  constraint warehouses_code_key unique (platform_id, code),
  constraint warehouses_kind_check check (kind in ('site', 'transit')),
  constraint warehouses_state_check check (state in ('active', 'archived')),
  constraint warehouses_settings_fkey foreign key (platform_id)
    references tenant.warehouse_settings (platform_id)
);

create table tenant.zones (
  platform_id uuid not null,
  zone_id uuid not null,
  warehouse_id uuid not null,
  code text not null,
  name text not null default '',
  kind text not null default 'pick',
  pick_sequence int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint zones_pkey primary key (platform_id, zone_id),
  constraint zones_of_warehouse_key unique (platform_id, warehouse_id, zone_id),
  constraint zones_code_key unique (platform_id, warehouse_id, code),
  constraint zones_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint zones_kind_check check (
    kind in ('receive', 'bulk', 'pick', 'stage', 'quarantine', 'damaged', 'return', 'transit'))
);

create table tenant.locations (
  platform_id uuid not null,
  location_id uuid not null,
  warehouse_id uuid not null,
  zone_id uuid,
  code text not null,
  code_key text not null generated always as (lower(code)) stored,
  barcode text,
  kind text not null default 'bin',
  pick_sequence int not null default 0,
  pickable boolean not null default true,
  receivable boolean not null default true,
  mixed_skus boolean not null default true,
  mixed_lots boolean not null default true,
  status text not null default 'active',
  last_counted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint locations_pkey primary key (platform_id, location_id),
  constraint locations_of_warehouse_key unique (platform_id, warehouse_id, location_id),
  constraint locations_code_key unique (platform_id, warehouse_id, code_key),
  constraint locations_barcode_key unique (platform_id, barcode),
  constraint locations_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint locations_zone_fkey foreign key (platform_id, warehouse_id, zone_id)
    references tenant.zones (platform_id, warehouse_id, zone_id),
  constraint locations_kind_check check (
    kind in ('bin', 'shelf', 'pallet', 'floor', 'dock', 'stage', 'virtual')),
  constraint locations_status_check check (
    status in ('active', 'blocked_in', 'blocked_out', 'blocked', 'archived'))
);
create index locations_in_order on tenant.locations (platform_id, warehouse_id, pick_sequence, code_key);
create index locations_by_zone on tenant.locations (platform_id, zone_id) where zone_id is not null;

-- Members who see only some of the warehouses; no row means all of them.
create table tenant.member_warehouse_scope (
  platform_id uuid not null,
  member_id uuid not null,
  warehouse_id uuid not null,
  constraint member_warehouse_scope_pkey primary key (platform_id, member_id, warehouse_id),
  constraint member_warehouse_scope_member_fkey foreign key (platform_id, member_id)
    references tenant.members (platform_id, id) on delete cascade,
  constraint member_warehouse_scope_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id)
);

create table tenant.categories (
  platform_id uuid not null,
  category_id uuid not null,
  parent_id uuid,
  name text not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint categories_pkey primary key (platform_id, category_id),
  constraint categories_name_key unique nulls not distinct (platform_id, parent_id, name),
  constraint categories_parent_fkey foreign key (platform_id, parent_id)
    references tenant.categories (platform_id, category_id),
  constraint categories_not_its_own_parent check (parent_id <> category_id)
);

create table tenant.products (
  platform_id uuid not null,
  product_id uuid not null,
  name text not null,
  description text not null default '',
  kind text not null default 'stocked',
  category_id uuid,
  brand text not null default '',
  tags text[] not null default '{}',
  state text not null default 'active',
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint products_pkey primary key (platform_id, product_id),
  constraint products_category_fkey foreign key (platform_id, category_id)
    references tenant.categories (platform_id, category_id),
  constraint products_kind_check check (kind in ('stocked', 'service', 'virtual_kit')),
  constraint products_state_check check (state in ('active', 'archived'))
);
create index products_by_category on tenant.products (platform_id, category_id)
  where category_id is not null;

create table tenant.variants (
  platform_id uuid not null,
  variant_id uuid not null,
  product_id uuid not null,
  sku text not null,
  sku_key text not null generated always as (lower(sku)) stored,
  name text not null default '',
  options jsonb not null default '{}',
  unit text not null default 'each',
  -- Decimals of its quantities: they are counted in 10^-qty_scale of the unit.
  qty_scale smallint not null default 0,
  tracking text not null default 'none',
  weight_g int,
  length_mm int,
  width_mm int,
  height_mm int,
  sell_price numeric(20, 6),
  purchase_price numeric(20, 6),
  backorder text not null default 'inherit',
  -- 0 takes none, null takes any number.
  backorder_limit bigint default 0,
  reorder_point bigint,
  state text not null default 'active',
  search tsvector not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint variants_pkey primary key (platform_id, variant_id),
  constraint variants_sku_key unique (platform_id, sku_key),
  -- What a level copies, and what its foreign key then keeps from changing.
  constraint variants_counted_key unique (platform_id, variant_id, qty_scale, tracking),
  constraint variants_product_fkey foreign key (platform_id, product_id)
    references tenant.products (platform_id, product_id),
  constraint variants_qty_scale_check check (qty_scale between 0 and 6),
  constraint variants_tracking_check check (tracking in ('none', 'lot', 'serial')),
  constraint variants_serials_are_whole check (tracking <> 'serial' or qty_scale = 0),
  constraint variants_backorder_check check (backorder in ('inherit', 'deny', 'limit', 'allow')),
  constraint variants_state_check check (state in ('active', 'archived'))
);
create index variants_by_product on tenant.variants (platform_id, product_id);
-- The tenant stands in the index itself: a text index over everybody would be read for everybody.
create extension if not exists btree_gin;
create index variants_search on tenant.variants using gin (platform_id, search);

-- Other units as exact fractions of the base unit: a case is 12/1 each.
create table tenant.variant_units (
  platform_id uuid not null,
  variant_id uuid not null,
  code text not null,
  numerator bigint not null,
  denominator bigint not null default 1,
  constraint variant_units_pkey primary key (platform_id, variant_id, code),
  constraint variant_units_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint variant_units_fraction_check check (numerator > 0 and denominator > 0)
);

create table tenant.barcodes (
  platform_id uuid not null,
  code text not null,
  variant_id uuid not null,
  -- Null for one base unit, else the unit one scan stands for.
  unit text,
  symbology text not null default 'code128',
  -- The same number in all its lengths, so that a scanner that pads or cuts zeros finds it.
  gtin14 text,
  is_primary boolean not null default false,
  constraint barcodes_pkey primary key (platform_id, code),
  constraint barcodes_gtin_key unique nulls distinct (platform_id, gtin14),
  constraint barcodes_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint barcodes_unit_fkey foreign key (platform_id, variant_id, unit)
    references tenant.variant_units (platform_id, variant_id, code)
);
create index barcodes_by_variant on tenant.barcodes (platform_id, variant_id);

create table tenant.lots (
  platform_id uuid not null,
  lot_id uuid not null,
  variant_id uuid not null,
  code text not null,
  supplier_lot text,
  manufactured_on date,
  expires_on date,
  received_on date,
  state text not null default 'active',
  constraint lots_pkey primary key (platform_id, lot_id),
  constraint lots_of_variant_key unique (platform_id, variant_id, lot_id),
  constraint lots_code_key unique (platform_id, variant_id, code),
  constraint lots_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint lots_state_check check (state in ('active', 'hold', 'recalled'))
);

create table tenant.serials (
  platform_id uuid not null,
  serial_id uuid not null,
  variant_id uuid not null,
  code text not null,
  lot_id uuid,
  constraint serials_pkey primary key (platform_id, serial_id),
  constraint serials_of_variant_key unique (platform_id, variant_id, serial_id),
  constraint serials_code_key unique (platform_id, variant_id, code),
  constraint serials_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint serials_lot_fkey foreign key (platform_id, variant_id, lot_id)
    references tenant.lots (platform_id, variant_id, lot_id)
);

create table tenant.containers (
  platform_id uuid not null,
  container_id uuid not null,
  code text not null,
  constraint containers_pkey primary key (platform_id, container_id),
  constraint containers_code_key unique (platform_id, code)
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

-- Numbers of documents: RC-000123. Taken before the transaction of the document, so that nobody
-- waits for somebody else's commit; a refused document leaves a gap.
create table tenant.number_sequences (
  platform_id uuid not null,
  kind text not null,
  next_value bigint not null default 1,
  constraint number_sequences_pkey primary key (platform_id, kind)
);
