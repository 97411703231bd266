-- Warehouses with their zones and locations.
--
-- The keys by which codes and names are found and told apart are written by the application, which folds
-- case in one way (contract/src/folding.ts). lower() does what the locale of the database says: with C it
-- leaves Ä alone, and no locale knows that Σ and ς are one letter. The keys sort by code point everywhere.

create table tenant.warehouses (
  platform_id uuid not null,
  warehouse_id uuid not null,
  code text not null,
  code_key text collate "C" not null,
  name text not null default '',
  -- Stock on its way between two sites is in the one warehouse of kind transit.
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
  constraint warehouses_code_key unique (platform_id, code_key),
  constraint warehouses_kind_check check (kind in ('site', 'transit')),
  constraint warehouses_state_check check (state in ('active', 'archived')),
  constraint warehouses_settings_fkey foreign key (platform_id)
    references tenant.warehouse_settings (platform_id)
);
comment on constraint warehouses_code_key on tenant.warehouses is 'code: duplicate_key, of: warehouse';

create table tenant.zones (
  platform_id uuid not null,
  zone_id uuid not null,
  warehouse_id uuid not null,
  code text not null,
  code_key text collate "C" not null,
  name text not null default '',
  kind text not null default 'pick',
  pick_sequence int not null default 0,
  state text not null default 'active',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint zones_pkey primary key (platform_id, zone_id),
  constraint zones_of_warehouse_key unique (platform_id, warehouse_id, zone_id),
  constraint zones_code_key unique (platform_id, warehouse_id, code_key),
  constraint zones_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint zones_kind_check check (
    kind in ('receive', 'bulk', 'pick', 'stage', 'quarantine', 'damaged', 'return', 'transit')),
  constraint zones_state_check check (state in ('active', 'archived'))
);
comment on constraint zones_code_key on tenant.zones is 'code: duplicate_key, of: zone';

create table tenant.locations (
  platform_id uuid not null,
  location_id uuid not null,
  warehouse_id uuid not null,
  zone_id uuid,
  code text not null,
  code_key text collate "C" not null,
  barcode text,
  kind text not null default 'bin',
  pick_sequence int not null default 0,
  -- Where it is on the floor of its warehouse, from its corner.
  x_mm int,
  y_mm int,
  pickable boolean not null default true,
  receivable boolean not null default true,
  mixed_skus boolean not null default true,
  mixed_lots boolean not null default true,
  -- How much it holds: in base units, whatever is in it, and in grams, as far as the weights of the
  -- variants are known.
  max_units int,
  max_weight_g int,
  -- A location without a limit, which is nearly every one, says so in one column, so that whoever reads
  -- it need not ask further.
  is_limited boolean not null generated always as
    (max_units is not null or max_weight_g is not null or not mixed_skus or not mixed_lots) stored,
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
    status in ('active', 'blocked_in', 'blocked_out', 'blocked', 'archived')),
  constraint locations_limits_check check (max_units > 0 and max_weight_g > 0)
);
create index locations_in_order on tenant.locations (platform_id, warehouse_id, pick_sequence, code_key);
-- Of one warehouse they are in the order of their codes already; this is for several together.
create index locations_by_code on tenant.locations (platform_id, code_key, warehouse_id);
create index locations_by_zone on tenant.locations (platform_id, zone_id) where zone_id is not null;
comment on constraint locations_code_key on tenant.locations is 'code: duplicate_key, of: location';
comment on constraint locations_barcode_key on tenant.locations is 'code: duplicate_key, of: location';

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

call ops.make_tenant_table('warehouses', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('zones', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('locations', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('member_warehouse_scope', 'select, insert, update, delete', 'select, delete');
