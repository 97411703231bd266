-- What left for an order: one shipment per shipped fulfillment, with its packages.

create table tenant.shipments (
  platform_id uuid not null,
  shipment_id uuid not null,
  -- The number of the fulfillment with the count of its shipments: SO-000123-F1-S1.
  number text not null,
  fulfillment_id uuid not null,
  order_id uuid not null,
  warehouse_id uuid not null,
  state text not null default 'shipped',
  carrier text not null default '',
  service text not null default '',
  tracking text not null default '',
  -- Millionths of the currency of the workspace.
  cost_micros bigint,
  shipped_at timestamptz not null,
  delivered_at timestamptz,
  -- Why it was voided, or what went wrong.
  note text not null default '',
  move_id bigint not null,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint shipments_pkey primary key (platform_id, shipment_id),
  constraint shipments_number_key unique (platform_id, number),
  constraint shipments_fulfillment_fkey foreign key (platform_id, fulfillment_id)
    references tenant.fulfillments (platform_id, fulfillment_id),
  constraint shipments_order_fkey foreign key (platform_id, order_id)
    references tenant.orders (platform_id, order_id),
  constraint shipments_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint shipments_move_fkey foreign key (platform_id, move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint shipments_state_check check (
    state in ('shipped', 'delivered', 'exception', 'lost', 'returned', 'voided')),
  constraint shipments_delivered_check check ((state = 'delivered') = (delivered_at is not null)),
  constraint shipments_cost_check check (cost_micros >= 0)
);
create index shipments_recent on tenant.shipments (platform_id, shipped_at desc, shipment_id desc);
create index shipments_by_state
  on tenant.shipments (platform_id, state, shipped_at desc, shipment_id desc);
create index shipments_by_order on tenant.shipments (platform_id, order_id);
-- A fulfillment is shipped once, unless that was voided.
create unique index shipments_shipped_once on tenant.shipments (platform_id, fulfillment_id)
  where state <> 'voided';

-- A package is shipped with its fulfillment, and comes back when that is voided.
alter table tenant.packages
  add column shipment_id uuid,
  add constraint packages_shipment_fkey foreign key (platform_id, shipment_id)
    references tenant.shipments (platform_id, shipment_id),
  add constraint packages_shipped_check check (shipment_id is null or state = 'closed');
create index packages_by_shipment on tenant.packages (platform_id, shipment_id)
  where shipment_id is not null;

call ops.make_tenant_table('shipments', 'select, insert, update', 'select, delete');
