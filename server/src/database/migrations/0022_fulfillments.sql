-- What is picked for an order in one warehouse, and where. A released order has a fulfillment per warehouse; each
-- of its pick tasks is one allocation in tenant.allocations, with the location it was chosen in.

create table tenant.fulfillments (
  platform_id uuid not null,
  fulfillment_id uuid not null,
  -- The number of the order with the count of its fulfillments: SO-000123-F1.
  number text not null,
  order_id uuid not null,
  warehouse_id uuid not null,
  state text not null default 'released',
  policy text not null,
  priority smallint not null,
  ship_by timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint fulfillments_pkey primary key (platform_id, fulfillment_id),
  constraint fulfillments_number_key unique (platform_id, number),
  constraint fulfillments_order_fkey foreign key (platform_id, order_id)
    references tenant.orders (platform_id, order_id),
  constraint fulfillments_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint fulfillments_policy_check check (policy in ('fefo', 'fifo', 'closest', 'fewest')),
  constraint fulfillments_state_check check (
    state in ('planned', 'released', 'picking', 'picked', 'packing', 'packed', 'shipped', 'cancelled'))
);
create index fulfillments_recent
  on tenant.fulfillments (platform_id, created_at desc, fulfillment_id desc);
create index fulfillments_by_state
  on tenant.fulfillments (platform_id, state, created_at desc, fulfillment_id desc);
create index fulfillments_by_order on tenant.fulfillments (platform_id, order_id);

create table tenant.fulfillment_lines (
  platform_id uuid not null,
  fulfillment_id uuid not null,
  line_no int not null,
  -- Without a key, as in tenant.reservations: a shop may remove a line whose fulfillment was cancelled.
  order_line_id uuid not null,
  -- Of a kit: the component that is picked.
  component_id uuid,
  variant_id uuid not null,
  reservation_id bigint not null,
  -- Quanta of the variant.
  qty bigint not null,
  constraint fulfillment_lines_pkey primary key (platform_id, fulfillment_id, line_no),
  constraint fulfillment_lines_fulfillment_fkey foreign key (platform_id, fulfillment_id)
    references tenant.fulfillments (platform_id, fulfillment_id),
  constraint fulfillment_lines_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint fulfillment_lines_claim_fkey foreign key (platform_id, reservation_id)
    references tenant.reservations (platform_id, reservation_id),
  constraint fulfillment_lines_qty_check check (qty > 0)
);
create index fulfillment_lines_by_order_line
  on tenant.fulfillment_lines (platform_id, order_line_id);
create index fulfillment_lines_by_claim on tenant.fulfillment_lines (platform_id, reservation_id);
create index fulfillment_lines_by_variant
  on tenant.fulfillment_lines (platform_id, variant_id, fulfillment_id);

create table tenant.pick_tasks (
  platform_id uuid not null,
  fulfillment_id uuid not null,
  pick_task_id uuid not null,
  line_no int not null,
  allocation_id bigint not null,
  -- Where the stock was when it was allocated.
  location_id uuid not null,
  lot_id uuid,
  serial_id uuid,
  qty bigint not null,
  reason text not null,
  state text not null default 'ready',
  constraint pick_tasks_pkey primary key (platform_id, fulfillment_id, pick_task_id),
  constraint pick_tasks_line_fkey foreign key (platform_id, fulfillment_id, line_no)
    references tenant.fulfillment_lines (platform_id, fulfillment_id, line_no),
  constraint pick_tasks_allocation_fkey foreign key (platform_id, allocation_id)
    references tenant.allocations (platform_id, allocation_id),
  constraint pick_tasks_location_fkey foreign key (platform_id, location_id)
    references tenant.locations (platform_id, location_id),
  constraint pick_tasks_qty_check check (qty > 0),
  constraint pick_tasks_reason_check check (
    reason in ('expires_first', 'oldest', 'next_on_path', 'largest_quantity')),
  constraint pick_tasks_state_check check (state in ('ready', 'done', 'short', 'cancelled'))
);
create index pick_tasks_by_allocation on tenant.pick_tasks (platform_id, allocation_id);
create index pick_tasks_by_location on tenant.pick_tasks (platform_id, location_id);

call ops.make_tenant_table('fulfillments', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('fulfillment_lines', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('pick_tasks', 'select, insert, update', 'select, delete');
