-- What is packed of a fulfillment: its packages, and what is in each of them, by lot and serial number.

create table tenant.packages (
  platform_id uuid not null,
  package_id uuid not null,
  fulfillment_id uuid not null,
  -- Counted within its fulfillment: SO-000123-F1-P1.
  package_no int not null,
  -- Closed once it is sealed.
  state text not null default 'open',
  box text not null default '',
  weight_g int,
  length_mm int,
  width_mm int,
  height_mm int,
  created_at timestamptz not null,
  created_by uuid,
  closed_at timestamptz,
  closed_by uuid,
  constraint packages_pkey primary key (platform_id, package_id),
  constraint packages_number_key unique (platform_id, fulfillment_id, package_no),
  constraint packages_of_fulfillment_key unique (platform_id, fulfillment_id, package_id),
  constraint packages_fulfillment_fkey foreign key (platform_id, fulfillment_id)
    references tenant.fulfillments (platform_id, fulfillment_id),
  constraint packages_state_check check (state in ('open', 'closed')),
  constraint packages_closed_check check ((state = 'closed') = (closed_at is not null)),
  constraint packages_size_check check (
    package_no > 0 and weight_g > 0 and length_mm > 0 and width_mm > 0 and height_mm > 0)
);

create table tenant.package_lines (
  platform_id uuid not null,
  package_line_id uuid not null,
  package_id uuid not null,
  fulfillment_id uuid not null,
  line_no int not null,
  lot_id uuid,
  serial_id uuid,
  -- Quanta of the variant.
  qty bigint not null,
  -- Whether all of it was scanned into the package.
  is_scanned boolean not null,
  constraint package_lines_pkey primary key (platform_id, package_line_id),
  constraint package_lines_content_key
    unique nulls not distinct (platform_id, package_id, line_no, lot_id, serial_id),
  constraint package_lines_package_fkey foreign key (platform_id, fulfillment_id, package_id)
    references tenant.packages (platform_id, fulfillment_id, package_id) on delete cascade,
  constraint package_lines_line_fkey foreign key (platform_id, fulfillment_id, line_no)
    references tenant.fulfillment_lines (platform_id, fulfillment_id, line_no),
  constraint package_lines_qty_check check (qty > 0)
);
create index package_lines_by_line
  on tenant.package_lines (platform_id, fulfillment_id, line_no);

-- Scans of devices, so that one that is sent twice counts once.
create table tenant.package_scans (
  platform_id uuid not null,
  scan_id uuid not null,
  package_id uuid not null,
  variant_id uuid not null,
  -- Quanta; below zero for what was taken out.
  qty bigint not null,
  constraint package_scans_pkey primary key (platform_id, scan_id),
  constraint package_scans_package_fkey foreign key (platform_id, package_id)
    references tenant.packages (platform_id, package_id) on delete cascade
);
create index package_scans_by_package on tenant.package_scans (platform_id, package_id);
comment on constraint package_scans_pkey on tenant.package_scans is 'code: idempotency_conflict';

call ops.make_tenant_table('packages', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('package_lines', 'select, insert, update, delete', 'select, delete');
call ops.make_tenant_table('package_scans', 'select, insert, delete', 'select, delete');
