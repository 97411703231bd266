-- What is kept: products with their variants, units and barcodes, and what tells single items apart. The
-- keys of codes and names are folded by the application, as those of locations are.

create table tenant.categories (
  platform_id uuid not null,
  category_id uuid not null,
  parent_id uuid,
  name text not null,
  name_key text collate "C" not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint categories_pkey primary key (platform_id, category_id),
  constraint categories_name_key unique nulls not distinct (platform_id, parent_id, name_key),
  constraint categories_parent_fkey foreign key (platform_id, parent_id)
    references tenant.categories (platform_id, category_id),
  constraint categories_not_its_own_parent check (parent_id <> category_id)
);
comment on constraint categories_name_key on tenant.categories is 'code: duplicate_key, of: category';

create table tenant.products (
  platform_id uuid not null,
  product_id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  description text not null default '',
  kind text not null default 'stocked',
  category_id uuid,
  brand text not null default '',
  tags text[] not null default '{}',
  -- Days from production to expiry, and those that must be left on receipt and on shipment.
  shelf_life_days int,
  min_remaining_days_receive int,
  min_remaining_days_ship int,
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
  constraint products_state_check check (state in ('active', 'archived')),
  constraint products_days_check check (
    shelf_life_days > 0 and min_remaining_days_receive >= 0 and min_remaining_days_ship >= 0)
);
create index products_by_category on tenant.products (platform_id, category_id)
  where category_id is not null;
create index products_by_name on tenant.products (platform_id, name_key, product_id);

create table tenant.variants (
  platform_id uuid not null,
  variant_id uuid not null,
  product_id uuid not null,
  sku text not null,
  sku_key text collate "C" not null,
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
-- Which units are in use, and by how many variants, is read from one name to the next.
create index variants_by_unit on tenant.variants (platform_id, unit);
-- Variants somebody watches are looked through for those that run low; most have no reorder point.
create index variants_watched on tenant.variants (platform_id, sku_key) where reorder_point is not null;
-- The tenant is in the index itself: a text index over everybody would be read for everybody.
create index variants_search on tenant.variants using gin (platform_id, search);
comment on constraint variants_sku_key on tenant.variants is 'code: duplicate_key, of: variant';
comment on constraint variants_serials_are_whole on tenant.variants is 'code: validation_failed';

-- Other units as exact fractions of the base unit: a case is 12/1 each.
create table tenant.variant_units (
  platform_id uuid not null,
  variant_id uuid not null,
  code text not null,
  code_key text collate "C" not null,
  numerator bigint not null,
  denominator bigint not null default 1,
  constraint variant_units_pkey primary key (platform_id, variant_id, code),
  constraint variant_units_code_key unique (platform_id, variant_id, code_key),
  constraint variant_units_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint variant_units_fraction_check check (numerator > 0 and denominator > 0)
);
create index variant_units_by_code on tenant.variant_units (platform_id, code);
comment on constraint variant_units_code_key on tenant.variant_units is 'code: duplicate_key, of: unit';

create table tenant.barcodes (
  platform_id uuid not null,
  code text not null,
  variant_id uuid not null,
  -- Null for one base unit, else the unit one scan is for.
  unit text,
  symbology text not null default 'code128',
  -- The same number in all its lengths, so that a scanner that pads or cuts zeros finds it.
  gtin14 text,
  is_primary boolean not null default false,
  constraint barcodes_pkey primary key (platform_id, code),
  constraint barcodes_gtin_key unique nulls distinct (platform_id, gtin14),
  constraint barcodes_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  -- A pack may get another spelling of its name; its barcodes follow.
  constraint barcodes_unit_fkey foreign key (platform_id, variant_id, unit)
    references tenant.variant_units (platform_id, variant_id, code) on update cascade
);
create index barcodes_by_variant on tenant.barcodes (platform_id, variant_id);
comment on constraint barcodes_pkey on tenant.barcodes is 'code: duplicate_key, of: barcode';
comment on constraint barcodes_gtin_key on tenant.barcodes is 'code: duplicate_key, of: barcode';
-- A barcode for a pack that somebody else removes at the same moment.
comment on constraint barcodes_unit_fkey on tenant.barcodes is 'code: uom_unknown';

create table tenant.lots (
  platform_id uuid not null,
  lot_id uuid not null,
  variant_id uuid not null,
  code text not null,
  supplier_lot text,
  manufactured_on date,
  expires_on date,
  -- Lots are listed by the day they expire; those that never do come last.
  expires_by date not null
    generated always as (coalesce(expires_on, date '9999-12-31')) stored,
  received_on date,
  state text not null default 'active',
  version int not null default 1,
  constraint lots_pkey primary key (platform_id, lot_id),
  constraint lots_of_variant_key unique (platform_id, variant_id, lot_id),
  constraint lots_code_key unique (platform_id, variant_id, code),
  constraint lots_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint lots_state_check check (state in ('active', 'hold', 'recalled'))
);
create index lots_by_code on tenant.lots (platform_id, code);
create index lots_by_expiry on tenant.lots (platform_id, expires_by, lot_id);

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
-- Serial numbers are looked up without knowing which variant they belong to.
create index serials_by_code on tenant.serials (platform_id, code);

create table tenant.containers (
  platform_id uuid not null,
  container_id uuid not null,
  code text not null,
  constraint containers_pkey primary key (platform_id, container_id),
  constraint containers_code_key unique (platform_id, code)
);

call ops.make_tenant_table('categories', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('products', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('variants', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('variant_units', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('barcodes', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('lots', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('serials', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('containers', 'select, insert, update, delete', 'select, delete');

-- For authz.find_variants and its like, which keep to one platform themselves.
grant select (platform_id, variant_id, sku_key, search, state) on tenant.variants to stowage_authz;
create policy authz_reads on tenant.variants for select to stowage_authz using (true);
