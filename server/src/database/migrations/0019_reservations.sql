-- Stock that members reserve by hand, until a moment or until it is released, and how the lines of an order
-- were divided among warehouses when it was confirmed.

create table tenant.manual_reservations (
  platform_id uuid not null,
  manual_reservation_id uuid not null,
  warehouse_id uuid not null,
  variant_id uuid not null,
  -- Quanta of the variant; what is reserved of it is in tenant.reservations.
  qty bigint not null,
  note text not null default '',
  expires_at timestamptz,
  state text not null default 'active',
  created_at timestamptz not null,
  created_by uuid,
  ended_at timestamptz,
  ended_by uuid,
  constraint manual_reservations_pkey primary key (platform_id, manual_reservation_id),
  constraint manual_reservations_level_fkey foreign key (platform_id, warehouse_id, variant_id)
    references tenant.stock_levels (platform_id, warehouse_id, variant_id),
  constraint manual_reservations_qty_check check (qty > 0),
  constraint manual_reservations_state_check check (state in ('active', 'released', 'expired'))
);
create index manual_reservations_by_level
  on tenant.manual_reservations (platform_id, warehouse_id, variant_id);
create index manual_reservations_expiring on tenant.manual_reservations (platform_id, expires_at)
  where state = 'active' and expires_at is not null;

create table tenant.order_plans (
  platform_id uuid not null,
  order_id uuid not null,
  policy text not null,
  mode text not null,
  planned_at timestamptz not null,
  -- By line number: what each warehouse had of what the line asks for, and what it gave. Quantities are quanta.
  lines jsonb not null,
  constraint order_plans_pkey primary key (platform_id, order_id),
  constraint order_plans_order_fkey foreign key (platform_id, order_id)
    references tenant.orders (platform_id, order_id),
  constraint order_plans_policy_check check (policy in ('fewest_shipments', 'priority', 'nearest')),
  constraint order_plans_mode_check check (mode in ('strict', 'backorder', 'cancel_rest'))
);

call ops.make_tenant_table('manual_reservations', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('order_plans', 'select, insert, update', 'select, delete');

-- For authz.platforms_with_expired.
grant select (platform_id, expires_at, state) on tenant.manual_reservations to stowage_authz;
create policy authz_reads on tenant.manual_reservations for select to stowage_authz using (true);
