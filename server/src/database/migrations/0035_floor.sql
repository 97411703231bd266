-- Where a location lies on the floor of its warehouse, from its corner.
alter table tenant.locations
  add column x_mm int,
  add column y_mm int;

-- Goods on their way between two sites are promised to nobody.
update tenant.warehouses set is_sellable = false where kind = 'transit';
