-- What the stock is worth, with a chain like that of the ledger. Values are millionths of the currency.

create table tenant.cost_balances (
  platform_id uuid not null,
  -- A warehouse, or the platform itself where its stock is valued together.
  scope_id uuid not null,
  variant_id uuid not null,
  qty bigint not null default 0,
  value_micros bigint not null default 0,
  last_seq bigint not null default 0,
  last_at timestamptz(3) not null default '-infinity',
  constraint cost_balances_pkey primary key (platform_id, scope_id, variant_id),
  constraint cost_balances_variant_fkey foreign key (platform_id, variant_id)
    references tenant.variants (platform_id, variant_id),
  constraint cost_balance_sane check (
    qty >= 0 and value_micros >= 0 and (qty > 0 or value_micros = 0))
) with (fillfactor = 70);

create table tenant.cost_entries (
  platform_id uuid not null,
  scope_id uuid not null,
  variant_id uuid not null,
  seq bigint not null,
  move_id bigint,
  line_no int,
  kind text not null,
  qty_delta bigint not null,
  qty_before bigint not null,
  qty_after bigint not null,
  value_delta bigint not null,
  value_before bigint not null,
  value_after bigint not null,
  variance_micros bigint not null default 0,
  unpriced boolean not null default false,
  recorded_at timestamptz(3) not null,
  effective_at timestamptz(3) not null,
  prev_seq bigint generated always as (nullif(seq - 1, 0)) stored,
  constraint cost_entries_pkey primary key (platform_id, scope_id, variant_id, seq),
  constraint cost_chain_target unique (platform_id, scope_id, variant_id, seq, qty_after, value_after),
  constraint cost_chain foreign key
    (platform_id, scope_id, variant_id, prev_seq, qty_before, value_before)
    references tenant.cost_entries (platform_id, scope_id, variant_id, seq, qty_after, value_after),
  constraint cost_entries_move_fkey foreign key (platform_id, move_id)
    references tenant.stock_moves (platform_id, move_id),
  constraint cost_entry_adds_up check (
    qty_after = qty_before + qty_delta and value_after = value_before + value_delta),
  constraint cost_entry_sane check (
    qty_after >= 0 and value_after >= 0 and (qty_after > 0 or value_after = 0)),
  constraint cost_entries_begin_at_zero check (seq > 1 or (qty_before = 0 and value_before = 0))
);
create index cost_asof on tenant.cost_entries
  (platform_id, scope_id, variant_id, recorded_at desc, seq desc) include (qty_after, value_after);
create index cost_by_move on tenant.cost_entries (platform_id, move_id);

create table tenant.cost_layers (
  platform_id uuid not null,
  scope_id uuid not null,
  variant_id uuid not null,
  layer_no bigint not null,
  move_id bigint not null,
  line_no int not null,
  received_at timestamptz(3) not null,
  qty_in bigint not null,
  qty_left bigint not null,
  value_in bigint not null,
  value_left bigint not null,
  constraint cost_layers_pkey primary key (platform_id, scope_id, variant_id, layer_no),
  constraint cost_layers_balance_fkey foreign key (platform_id, scope_id, variant_id)
    references tenant.cost_balances (platform_id, scope_id, variant_id),
  constraint cost_layer_sane check (
    qty_in > 0 and qty_left between 0 and qty_in and value_left >= 0
    and (qty_left > 0 or value_left = 0))
);
create index layer_open on tenant.cost_layers (platform_id, scope_id, variant_id, layer_no)
  where qty_left > 0;

-- One line of a move that changes a value, for the functions.
create type stock.valued as (
  line_no int,
  scope_id uuid,
  variant_id uuid,
  delta bigint,
  unit_cost bigint,
  value bigint
);
grant create on schema stock to stowage_stock;
alter type stock.valued owner to stowage_stock;
revoke create on schema stock from stowage_stock;

call ops.make_tenant_table('cost_balances', 'select', 'select, insert, update, delete');
call ops.make_tenant_table('cost_entries', 'select', 'select, insert, delete');
call ops.make_tenant_table('cost_layers', 'select', 'select, insert, update, delete');
