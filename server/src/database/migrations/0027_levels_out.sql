-- What a warehouse is out of is looked up, not looked for among all that it has. The column changes when
-- the last of it goes and when the first comes: an index on the quantity itself would be written at
-- every movement.
alter table tenant.stock_levels
  add column is_out boolean not null generated always as (on_hand = 0) stored;
create index levels_out on tenant.stock_levels (platform_id, variant_id) where is_out;
