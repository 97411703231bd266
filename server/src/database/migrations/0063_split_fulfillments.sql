-- Packages that are shipped before the rest of their fulfillment leave as a fulfillment of their own, with what was
-- picked for them. Their labels are on them by then, so they keep their numbers.
alter table tenant.fulfillments
  -- The one whose stock was picked together, which is in the batch.
  add column split_from_id uuid,
  add constraint fulfillments_split_fkey foreign key (platform_id, split_from_id)
    references tenant.fulfillments (platform_id, fulfillment_id);

alter table tenant.packages
  -- The fulfillment that the package is numbered in, where it is in another one.
  add column numbered_in uuid,
  add constraint packages_numbered_fkey foreign key (platform_id, numbered_in)
    references tenant.fulfillments (platform_id, fulfillment_id);
create unique index packages_by_former_number on tenant.packages (platform_id, numbered_in, package_no)
  where numbered_in is not null;
