-- What somebody has to look at: what has no table of its own, and who takes care of it. An exception that is
-- kept elsewhere, such as a short pick, has a row only once it was assigned, snoozed or resolved.

create table tenant.exceptions (
  platform_id uuid not null,
  kind text not null,
  -- What it is of, unique within the kind: an id, or the warehouse and the code of an unknown code.
  key text not null,
  -- Null for what belongs to no warehouse, or is kept elsewhere.
  warehouse_id uuid,
  label text not null default '',
  details jsonb not null default '{}',
  -- How often it was reported since it was last resolved.
  count int not null default 0,
  -- Null for what is kept elsewhere.
  since timestamptz,
  last_at timestamptz,
  reported_by uuid,
  owner_id uuid,
  snoozed_until timestamptz,
  resolved_at timestamptz,
  resolved_by uuid,
  constraint exceptions_pkey primary key (platform_id, kind, key),
  constraint exceptions_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint exceptions_since_check check ((since is null) = (last_at is null)),
  constraint exceptions_count_check check (count >= 0)
);
create index exceptions_open on tenant.exceptions (platform_id, kind, since, key)
  where resolved_at is null and since is not null;
call ops.make_tenant_table('exceptions', 'select, insert, update', 'select, delete');

-- When a pick of the line was last short.
alter table tenant.fulfillment_lines add column short_at timestamptz;
create index fulfillment_lines_short
  on tenant.fulfillment_lines (platform_id, fulfillment_id, line_no) where qty_short > 0;
create index order_holds_open on tenant.order_holds (platform_id, placed_at, hold_id)
  where released_at is null;
