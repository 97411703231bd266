-- Waves release many orders together; pick batches are walked by one person.

create table tenant.waves (
  platform_id uuid not null,
  wave_id uuid not null,
  number text not null,
  warehouse_id uuid not null,
  state text not null default 'draft',
  policy text not null,
  -- Which orders it takes.
  filter jsonb not null default '{}',
  max_orders int not null,
  max_lines int,
  -- Base units.
  max_units int,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint waves_pkey primary key (platform_id, wave_id),
  constraint waves_number_key unique (platform_id, number),
  constraint waves_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint waves_state_check check (
    state in ('draft', 'released', 'in_progress', 'completed', 'cancelled')),
  constraint waves_policy_check check (policy in ('fefo', 'fifo', 'closest', 'fewest')),
  constraint waves_limits_check check (max_orders > 0 and max_lines > 0 and max_units > 0)
);
create index waves_recent on tenant.waves (platform_id, created_at desc, wave_id desc);
create index waves_by_state on tenant.waves (platform_id, state, created_at desc, wave_id desc);

-- The orders of a wave from its release on, the most urgent first, and what became of each.
create table tenant.wave_orders (
  platform_id uuid not null,
  wave_id uuid not null,
  line_no int not null,
  order_id uuid not null,
  -- skipped: the wave was cancelled before its turn; returned: it was cancelled afterwards.
  state text not null default 'pending',
  -- How often others held the order when its turn came.
  attempts smallint not null default 0,
  -- Why it was refused.
  code text,
  message text,
  constraint wave_orders_pkey primary key (platform_id, wave_id, line_no),
  constraint wave_orders_once unique (platform_id, wave_id, order_id),
  constraint wave_orders_wave_fkey foreign key (platform_id, wave_id)
    references tenant.waves (platform_id, wave_id),
  constraint wave_orders_order_fkey foreign key (platform_id, order_id)
    references tenant.orders (platform_id, order_id),
  constraint wave_orders_state_check check (
    state in ('pending', 'released', 'refused', 'skipped', 'returned')),
  constraint wave_orders_refused_check check ((state = 'refused') = (code is not null))
);
create index wave_orders_by_order on tenant.wave_orders (platform_id, order_id);
create index wave_orders_pending on tenant.wave_orders (platform_id, wave_id, line_no)
  where state = 'pending';

alter table tenant.fulfillments
  add column wave_id uuid,
  add constraint fulfillments_wave_fkey foreign key (platform_id, wave_id)
    references tenant.waves (platform_id, wave_id);
create index fulfillments_by_wave on tenant.fulfillments (platform_id, wave_id)
  where wave_id is not null;
-- What can go into a batch, the most urgent first.
create index fulfillments_to_batch
  on tenant.fulfillments (platform_id, warehouse_id, priority desc, ship_by, fulfillment_id)
  where state in ('released', 'picking');

create table tenant.pick_batches (
  platform_id uuid not null,
  batch_id uuid not null,
  number text not null,
  warehouse_id uuid not null,
  wave_id uuid,
  method text not null,
  state text not null default 'open',
  assigned_to uuid,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint pick_batches_pkey primary key (platform_id, batch_id),
  constraint pick_batches_number_key unique (platform_id, number),
  constraint pick_batches_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint pick_batches_wave_fkey foreign key (platform_id, wave_id)
    references tenant.waves (platform_id, wave_id),
  constraint pick_batches_method_check check (method in ('single', 'batch', 'cluster')),
  constraint pick_batches_state_check check (
    state in ('open', 'in_progress', 'completed', 'cancelled')),
  constraint pick_batches_assigned_check check (state <> 'in_progress' or assigned_to is not null)
);
create index pick_batches_recent
  on tenant.pick_batches (platform_id, created_at desc, batch_id desc);
create index pick_batches_by_state
  on tenant.pick_batches (platform_id, state, created_at desc, batch_id desc);
create index pick_batches_by_wave on tenant.pick_batches (platform_id, wave_id)
  where wave_id is not null;

-- The fulfillments of a batch by slot, each with the tote it is picked into.
create table tenant.pick_batch_lines (
  platform_id uuid not null,
  batch_id uuid not null,
  line_no int not null,
  fulfillment_id uuid not null,
  tote text,
  -- The folded code while the tote is in use: from when it is bound until what it holds is packed.
  held_tote text,
  constraint pick_batch_lines_pkey primary key (platform_id, batch_id, line_no),
  constraint pick_batch_lines_once unique (platform_id, batch_id, fulfillment_id),
  constraint pick_batch_lines_tote_key unique nulls distinct (platform_id, held_tote),
  constraint pick_batch_lines_batch_fkey foreign key (platform_id, batch_id)
    references tenant.pick_batches (platform_id, batch_id),
  constraint pick_batch_lines_fulfillment_fkey foreign key (platform_id, fulfillment_id)
    references tenant.fulfillments (platform_id, fulfillment_id),
  constraint pick_batch_lines_held_check check (held_tote is null or tote is not null)
);
comment on constraint pick_batch_lines_tote_key on tenant.pick_batch_lines is 'code: tote_in_use';
create index pick_batch_lines_by_fulfillment
  on tenant.pick_batch_lines (platform_id, fulfillment_id);

alter table tenant.pick_tasks
  add column batch_id uuid,
  -- Its place in the walk of the batch.
  add column sequence int,
  -- What it was put into.
  add column tote text,
  add constraint pick_tasks_batch_fkey foreign key (platform_id, batch_id)
    references tenant.pick_batches (platform_id, batch_id),
  add constraint pick_tasks_sequence_check check ((batch_id is null) = (sequence is null));
create index pick_tasks_by_batch on tenant.pick_tasks (platform_id, batch_id, sequence)
  where batch_id is not null;

call ops.make_tenant_table('waves', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('wave_orders', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('pick_batches', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('pick_batch_lines', 'select, insert, update', 'select, delete');
