-- Carriers: who takes shipments along. Shipments still name theirs by any text.

create table tenant.carriers (
  platform_id uuid not null,
  carrier_id uuid not null,
  code text not null,
  code_key text collate "C" not null,
  name text not null,
  tracking_url text not null,
  state text not null,
  -- Code and name, folded, to search by a part of them.
  search text collate "C" not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint carriers_pkey primary key (platform_id, carrier_id),
  constraint carriers_code_key unique (platform_id, code_key),
  constraint carriers_state_check check (state in ('active', 'archived'))
);
create index carriers_by_name_key on tenant.carriers
  (platform_id, split_part(search, E'\n', 2) collate "C");
create index carriers_by_name on tenant.carriers (platform_id, name collate "C", carrier_id);
create index carriers_changed on tenant.carriers (platform_id, updated_at, carrier_id);
comment on constraint carriers_code_key on tenant.carriers is 'code: duplicate_key, of: carrier';

call ops.make_tenant_table('carriers', 'select, insert, update, delete', 'select, delete');
