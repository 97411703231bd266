-- A parcel can have a tracking number of its own, beside the one of its shipment. Two may have the same: carriers put
-- several parcels of one recipient under one number.
alter table tenant.packages
  add column tracking text not null default '',
  add constraint packages_tracking_check check (tracking = '' or shipment_id is not null);
create index packages_by_tracking on tenant.packages (platform_id, tracking collate "C")
  where tracking <> '';
