-- Photos of what came back, taken when it is inspected. A table of its own: whoever reads a return does not
-- read its photos.
create table tenant.return_photos (
  platform_id uuid not null,
  return_id uuid not null,
  photo_id uuid not null,
  item_no int not null,
  webp bytea not null,
  created_at timestamptz not null,
  created_by uuid,
  constraint return_photos_pkey primary key (platform_id, return_id, photo_id),
  constraint return_photos_item_fkey foreign key (platform_id, return_id, item_no)
    references tenant.return_items (platform_id, return_id, item_no)
);
-- Compressed already.
alter table tenant.return_photos alter column webp set storage external;

call ops.make_tenant_table('return_photos', 'select, insert, delete', 'select, delete');
