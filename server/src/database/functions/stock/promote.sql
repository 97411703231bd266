-- Gives free stock of a variant in a warehouse to its waiting backorders, the most urgent claim first and those
-- of orders on hold last, because they can't ship. Returns the quantity given. The caller holds the lock of the level.
create or replace function stock.promote(platform uuid, warehouse uuid, variant uuid) returns bigint
language plpgsql
as $$
declare
  v_free bigint;
  v_given bigint;
begin
  select on_hand - unavailable - reserved into v_free
  from stock_levels
  where platform_id = platform
    and warehouse_id = warehouse
    and variant_id = variant
    and backordered > 0;
  if not found or v_free <= 0 then
    return 0;
  end if;
  v_given := stock.serve(platform, warehouse, variant, v_free, null, '{}');
  update stock_levels
  set reserved = reserved + v_given, backordered = backordered - v_given, version = version + 1
  where platform_id = platform and warehouse_id = warehouse and variant_id = variant;
  return v_given;
end
$$;

alter function stock.promote owner to stowage_stock;
revoke all on function stock.promote from public;
