-- What customers order: who orders (customers), through what (channels), and the orders with their lines. A
-- kit is exploded into components when it is ordered, so a later change of the kit changes no order. What an
-- order has been promised is in tenant.reservations, with the order line as its source.

create table tenant.customers (
  platform_id uuid not null,
  customer_id uuid not null,
  code text not null,
  code_key text collate "C" not null,
  name text not null,
  emails text[] not null default '{}',
  phones text[] not null default '{}',
  addresses jsonb not null default '[]',
  tags text[] not null default '{}',
  note text not null default '',
  -- Orders of the customer leave in one shipment.
  ship_complete boolean not null default false,
  currency text,
  state text not null default 'active',
  -- Code, name, emails and phones, folded, to search by a part of them.
  search text collate "C" not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint customers_pkey primary key (platform_id, customer_id),
  constraint customers_code_key unique (platform_id, code_key),
  constraint customers_state_check check (state in ('active', 'archived'))
);
create index customers_by_name on tenant.customers (platform_id, name collate "C", customer_id);
create index customers_recent on tenant.customers (platform_id, created_at desc, customer_id desc);
comment on constraint customers_code_key on tenant.customers is 'code: duplicate_key, of: customer';

create table tenant.channels (
  platform_id uuid not null,
  channel_id uuid not null,
  code text not null,
  code_key text collate "C" not null,
  name text not null default '',
  kind text not null,
  -- Where its orders are shipped from, the first choice first; none for every sellable warehouse by rank.
  warehouse_ids uuid[] not null default '{}',
  split_policy text not null default 'fewest_shipments',
  mode text not null default 'backorder',
  confirms_at_once boolean not null default false,
  state text not null default 'active',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint channels_pkey primary key (platform_id, channel_id),
  constraint channels_code_key unique (platform_id, code_key),
  constraint channels_kind_check check (kind in ('manual', 'api', 'shop')),
  constraint channels_policy_check check (split_policy in ('fewest_shipments', 'priority', 'nearest')),
  constraint channels_mode_check check (mode in ('strict', 'backorder', 'cancel_rest')),
  constraint channels_state_check check (state in ('active', 'archived'))
);
comment on constraint channels_code_key on tenant.channels is 'code: duplicate_key, of: channel';

create table tenant.orders (
  platform_id uuid not null,
  order_id uuid not null,
  number text not null,
  channel_id uuid not null,
  external_id text,
  customer_id uuid,
  state text not null default 'draft',
  priority smallint not null default 5,
  placed_at timestamptz not null,
  promised_ship_at timestamptz,
  ship_complete boolean not null default false,
  currency text not null,
  shipping_address jsonb,
  billing_address jsonb,
  -- As the shop says it; nothing here charges anybody.
  payment_state text not null default '',
  tags text[] not null default '{}',
  note text not null default '',
  -- Where it may be shipped from, the first choice first, as it was decided when it was confirmed.
  warehouse_ids uuid[] not null default '{}',
  mode text,
  -- In millionths of the currency, each rounded once to its smallest unit.
  subtotal_micros bigint not null default 0,
  discount_micros bigint not null default 0,
  tax_micros bigint not null default 0,
  total_micros bigint not null default 0,
  confirmed_at timestamptz,
  cancel_reason text,
  fulfillment_state text not null default 'none',
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint orders_pkey primary key (platform_id, order_id),
  constraint orders_number_key unique (platform_id, number),
  constraint orders_external_key unique (platform_id, channel_id, external_id),
  constraint orders_channel_fkey foreign key (platform_id, channel_id)
    references tenant.channels (platform_id, channel_id),
  constraint orders_customer_fkey foreign key (platform_id, customer_id)
    references tenant.customers (platform_id, customer_id),
  constraint orders_priority_check check (priority between 0 and 9),
  constraint orders_mode_check check (mode in ('strict', 'backorder', 'cancel_rest')),
  constraint orders_fulfillment_check check (fulfillment_state in ('none', 'partial', 'full')),
  constraint orders_state_check check (
    state in ('draft', 'confirmed', 'on_hold', 'released', 'in_fulfillment', 'partially_shipped',
      'shipped', 'completed', 'closed_short', 'cancelled'))
);
create index orders_recent on tenant.orders (platform_id, created_at desc, order_id desc);
create index orders_placed on tenant.orders (platform_id, placed_at desc, order_id desc);
create index orders_by_customer on tenant.orders (platform_id, customer_id, placed_at desc, order_id desc)
  where customer_id is not null;
create index orders_by_state on tenant.orders (platform_id, state, placed_at desc, order_id desc)
  where state in ('draft', 'confirmed', 'on_hold');
create index orders_due on tenant.orders (platform_id, promised_ship_at, order_id)
  where state in ('confirmed', 'on_hold', 'released', 'in_fulfillment', 'partially_shipped');
create index orders_by_external_id on tenant.orders (platform_id, external_id) where external_id is not null;
comment on constraint orders_external_key on tenant.orders is 'code: duplicate_key, of: order';

create table tenant.order_lines (
  platform_id uuid not null,
  order_id uuid not null,
  line_no int not null,
  order_line_id uuid not null,
  variant_id uuid not null,
  -- As it was entered; `qty` is quanta of the variant.
  unit text not null,
  qty bigint not null,
  qty_cancelled bigint not null default 0,
  -- Of one of `unit`.
  unit_price_micros bigint,
  discount_micros bigint not null default 0,
  tax_micros bigint not null default 0,
  -- Price times quantity, less the discount, without tax.
  total_micros bigint not null default 0,
  note text not null default '',
  constraint order_lines_pkey primary key (platform_id, order_id, line_no),
  constraint order_lines_id_key unique (platform_id, order_line_id),
  constraint order_lines_order_fkey foreign key (platform_id, order_id)
    references tenant.orders (platform_id, order_id),
  constraint order_lines_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint order_lines_qty_check check (qty > 0 and qty_cancelled between 0 and qty)
);
create index order_lines_by_variant on tenant.order_lines (platform_id, variant_id, order_id);

create table tenant.order_line_components (
  platform_id uuid not null,
  order_line_id uuid not null,
  component_id uuid not null,
  variant_id uuid not null,
  -- Quanta of the component for one base unit of the kit.
  per_kit bigint not null,
  constraint order_line_components_pkey primary key (platform_id, order_line_id, component_id),
  constraint order_line_components_line_fkey foreign key (platform_id, order_line_id)
    references tenant.order_lines (platform_id, order_line_id) on delete cascade,
  constraint order_line_components_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint order_line_components_qty_check check (per_kit > 0)
);

create table tenant.order_holds (
  platform_id uuid not null,
  order_id uuid not null,
  hold_id uuid not null,
  kind text not null,
  note text not null default '',
  placed_at timestamptz not null,
  placed_by uuid,
  released_at timestamptz,
  released_by uuid,
  constraint order_holds_pkey primary key (platform_id, order_id, hold_id),
  constraint order_holds_order_fkey foreign key (platform_id, order_id)
    references tenant.orders (platform_id, order_id),
  constraint order_holds_kind_check check (kind in ('fraud', 'payment', 'address', 'stock', 'manual'))
);

-- What a virtual kit is made of.
create table tenant.kit_components (
  platform_id uuid not null,
  kit_variant_id uuid not null,
  component_variant_id uuid not null,
  -- Quanta of the component for one base unit of the kit.
  qty bigint not null,
  constraint kit_components_pkey primary key (platform_id, kit_variant_id, component_variant_id),
  constraint kit_components_kit_fkey foreign key (platform_id, kit_variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint kit_components_component_fkey foreign key (platform_id, component_variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint kit_components_qty_check check (qty > 0),
  constraint kit_components_not_itself check (kit_variant_id <> component_variant_id)
);
create index kit_components_by_component on tenant.kit_components (platform_id, component_variant_id);

-- The tables a member can arrange are listed in the contract alone.
alter table tenant.table_settings drop constraint table_settings_table_check;

call ops.make_tenant_table('customers', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('channels', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('orders', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('order_lines', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('order_line_components', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('order_holds', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('kit_components', 'select, insert, update, delete', 'select, delete');
