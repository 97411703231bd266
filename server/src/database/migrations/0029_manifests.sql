-- What a carrier collects: the packages of its shipments, loaded one by one and handed over together.

create table tenant.manifests (
  platform_id uuid not null,
  manifest_id uuid not null,
  number text not null,
  warehouse_id uuid not null,
  carrier text not null,
  state text not null default 'open',
  -- The driver, or whoever else took the packages.
  handed_to text not null default '',
  handed_over_at timestamptz,
  handed_over_by uuid,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint manifests_pkey primary key (platform_id, manifest_id),
  constraint manifests_number_key unique (platform_id, number),
  constraint manifests_warehouse_fkey foreign key (platform_id, warehouse_id)
    references tenant.warehouses (platform_id, warehouse_id),
  constraint manifests_state_check check (state in ('open', 'closed', 'cancelled')),
  constraint manifests_handed_over_check check (
    (state = 'closed') = (handed_over_at is not null) and (state = 'closed') = (handed_to <> ''))
);
create index manifests_recent on tenant.manifests (platform_id, created_at desc, manifest_id desc);
create index manifests_by_state
  on tenant.manifests (platform_id, state, created_at desc, manifest_id desc);
-- Everyone who loads for a carrier loads into the same one.
create unique index manifests_open_once on tenant.manifests (platform_id, warehouse_id, carrier)
  where state = 'open';
comment on index tenant.manifests_open_once is 'code: duplicate_key, of: manifest';

create table tenant.manifest_packages (
  platform_id uuid not null,
  manifest_id uuid not null,
  package_id uuid not null,
  shipment_id uuid not null,
  loaded_at timestamptz not null,
  loaded_by uuid not null,
  constraint manifest_packages_pkey primary key (platform_id, package_id),
  constraint manifest_packages_manifest_fkey foreign key (platform_id, manifest_id)
    references tenant.manifests (platform_id, manifest_id),
  constraint manifest_packages_package_fkey foreign key (platform_id, package_id)
    references tenant.packages (platform_id, package_id),
  constraint manifest_packages_shipment_fkey foreign key (platform_id, shipment_id)
    references tenant.shipments (platform_id, shipment_id)
);
create index manifest_packages_by_manifest
  on tenant.manifest_packages (platform_id, manifest_id, loaded_at desc);
create index manifest_packages_by_shipment
  on tenant.manifest_packages (platform_id, shipment_id);

alter table tenant.shipments
  add column manifest_id uuid,
  add column handed_over_at timestamptz,
  add constraint shipments_manifest_fkey foreign key (platform_id, manifest_id)
    references tenant.manifests (platform_id, manifest_id),
  add constraint shipments_handed_over_check check (
    (manifest_id is null) = (handed_over_at is null)
    and (manifest_id is null or state <> 'voided'));
create index shipments_to_hand_over
  on tenant.shipments (platform_id, warehouse_id, carrier, shipped_at, shipment_id)
  where state = 'shipped' and manifest_id is null;
create index shipments_by_manifest on tenant.shipments (platform_id, manifest_id)
  where manifest_id is not null;
create index shipments_by_tracking on tenant.shipments (platform_id, tracking)
  where tracking <> '';

call ops.make_tenant_table('manifests', 'select, insert, update', 'select, delete');
call ops.make_tenant_table('manifest_packages', 'select, insert, delete', 'select, delete');
