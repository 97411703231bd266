-- How much a location holds and for how long goods must still keep. A location without a limit, which is
-- nearly every one, says so in one column, so that whoever reads it need not ask further.
alter table tenant.locations
  -- In base units, whatever lies there, and in grams, as far as the weights of the items are known.
  add column max_units int,
  add column max_weight_g int,
  add column is_limited boolean not null generated always as
    (max_units is not null or max_weight_g is not null or not mixed_skus or not mixed_lots) stored,
  add constraint locations_limits_check check (max_units > 0 and max_weight_g > 0);

alter table tenant.products
  -- Days from production to expiry, and those that must be left when goods come and when they go.
  add column shelf_life_days int,
  add column min_remaining_days_receive int,
  add column min_remaining_days_ship int,
  add constraint products_days_check check (
    shelf_life_days > 0 and min_remaining_days_receive >= 0 and min_remaining_days_ship >= 0);
