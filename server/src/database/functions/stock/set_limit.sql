-- Sets the backorder limit of all levels of a variant: the largest quantity that may wait, or null for any
-- quantity.
create or replace function stock.set_limit(platform uuid, variant uuid, new_limit bigint) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
begin
  perform set_config('app.platform_id', platform::text, true);
  perform 1
  from stock_levels
  where platform_id = platform and variant_id = variant
  order by warehouse_id
  for no key update;
  update stock_levels
  set backorder_limit = new_limit
  where platform_id = platform and variant_id = variant;
end
$$;

alter function stock.set_limit owner to stowage_stock;
revoke all on function stock.set_limit from public;
grant execute on function stock.set_limit to stowage_app;
