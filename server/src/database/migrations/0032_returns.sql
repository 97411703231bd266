-- What customers send back: announced (requested), accepted (authorized), received into quarantine, inspected and
-- closed. Each line names the order line it was shipped with, if any.

create table tenant.returns (
  platform_id uuid not null,
  return_id uuid not null,
  number text not null,
  -- Without an order nobody knows what was shipped: a blind return.
  order_id uuid,
  customer_id uuid,
  -- Where it is expected, then where it was received.
  warehouse_id uuid,
  state text not null default 'requested',
  expected_by date,
  note text not null default '',
  -- Why it was rejected or cancelled.
  end_reason text,
  received_at timestamptz,
  move_id bigint,
  -- A signal for whoever pays: nothing is paid here.
  refund_state text not null default 'none',
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint returns_pkey primary key (platform_id, return_id),
  constraint returns_number_key unique (platform_id, number),
  constraint returns_order_fkey foreign key (platform_id, order_id)
    references tenant.orders (platform_id, order_id),
  constraint returns_customer_fkey foreign key (platform_id, customer_id)
    references tenant.customers (platform_id, customer_id),
  constraint returns_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint returns_move_fkey foreign key (platform_id, move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint returns_state_check check (
    state in ('requested', 'authorized', 'received', 'inspected', 'closed', 'rejected', 'cancelled', 'expired')),
  constraint returns_refund_check check (refund_state in ('none', 'requested')),
  constraint returns_received_check check (
    (state in ('received', 'inspected', 'closed')) = (received_at is not null)
    and (received_at is null) = (move_id is null)
    and (received_at is null or warehouse_id is not null))
);
create index returns_recent on tenant.returns (platform_id, created_at desc, return_id desc);
create index returns_by_state on tenant.returns (platform_id, state, created_at desc, return_id desc);
create index returns_by_order on tenant.returns (platform_id, order_id) where order_id is not null;
create index returns_expiring on tenant.returns (platform_id, expected_by)
  where state = 'authorized' and expected_by is not null;

create table tenant.return_lines (
  platform_id uuid not null,
  return_id uuid not null,
  line_no int not null,
  return_line_id uuid not null,
  order_line_id uuid,
  -- Of a kit a component.
  variant_id uuid not null,
  -- Quanta of the variant.
  qty_authorized bigint not null,
  qty_received bigint not null default 0,
  reason_code text not null,
  constraint return_lines_pkey primary key (platform_id, return_id, line_no),
  constraint return_lines_id_key unique (platform_id, return_line_id),
  constraint return_lines_return_fkey foreign key (platform_id, return_id)
    references tenant.returns (platform_id, return_id),
  constraint return_lines_order_line_fkey foreign key (platform_id, order_line_id)
    references tenant.order_lines (platform_id, order_line_id),
  constraint return_lines_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint return_lines_qty_check check (qty_authorized > 0 and qty_received between 0 and qty_authorized)
);
create index return_lines_by_order_line on tenant.return_lines (platform_id, order_line_id)
  where order_line_id is not null;
create index return_lines_by_variant on tenant.return_lines (platform_id, variant_id);

-- What was received of a line: a row for each lot, serial number and condition.
create table tenant.return_items (
  platform_id uuid not null,
  return_id uuid not null,
  item_no int not null,
  line_no int not null,
  bucket_id bigint not null,
  qty bigint not null,
  condition text not null,
  constraint return_items_pkey primary key (platform_id, return_id, item_no),
  constraint return_items_line_fkey foreign key (platform_id, return_id, line_no)
    references tenant.return_lines (platform_id, return_id, line_no),
  constraint return_items_bucket_fkey foreign key (platform_id, bucket_id)
    references tenant.stock_buckets (platform_id, bucket_id),
  constraint return_items_qty_check check (qty > 0),
  constraint return_items_condition_check check (condition in ('new', 'opened', 'used', 'damaged'))
);

create table tenant.return_dispositions (
  platform_id uuid not null,
  return_id uuid not null,
  disposition_no int not null,
  item_no int not null,
  qty bigint not null,
  disposition text not null,
  -- Where it went; none for what left the warehouse.
  location_id uuid,
  -- None for what stayed where it was.
  move_id bigint,
  decided_at timestamptz not null,
  decided_by uuid,
  constraint return_dispositions_pkey primary key (platform_id, return_id, disposition_no),
  constraint return_dispositions_item_fkey foreign key (platform_id, return_id, item_no)
    references tenant.return_items (platform_id, return_id, item_no),
  constraint return_dispositions_location_fkey foreign key (platform_id, location_id)
    references tenant.locations (platform_id, location_id),
  constraint return_dispositions_move_fkey foreign key (platform_id, move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint return_dispositions_qty_check check (qty > 0),
  constraint return_dispositions_disposition_check check (
    disposition in ('restock', 'quarantine', 'refurbish', 'scrap', 'return_to_vendor'))
);

call ops.make_tenant_table('returns', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('return_lines', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('return_items', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('return_dispositions', 'select, insert', 'select, delete');

-- For authz.platforms_with_overdue_returns.
grant select (platform_id, state, expected_by) on tenant.returns to stowage_authz;
create policy authz_reads on tenant.returns for select to stowage_authz using (true);
