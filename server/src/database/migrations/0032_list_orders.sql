-- What lists can be ordered by. None of it is written when stock moves.

alter table tenant.products
  add column name_key text not null generated always as (lower(name)) stored;
create index products_by_name on tenant.products (platform_id, name_key, product_id);
-- Of one warehouse they are in order already; this is for several together.
create index locations_by_code on tenant.locations (platform_id, code_key, warehouse_id);
