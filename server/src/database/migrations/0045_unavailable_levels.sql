-- The home page counts items with unavailable stock, and its link lists them; few of all levels are.
create index levels_unavailable on tenant.stock_levels (platform_id, variant_id) where unavailable > 0;
