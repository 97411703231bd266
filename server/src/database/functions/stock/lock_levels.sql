-- Locks levels, [{warehouseId, variantId}], in key order, with those that kits make change with them.
create or replace function stock.lock_levels(platform uuid, levels jsonb) returns void
language plpgsql
as $$
begin
  -- Looked up by key, one after the other: how few there are is not known when the statement is planned.
  perform 1
  from (
    select distinct l."warehouseId", l."variantId"
    from jsonb_to_recordset(stock.with_kits(platform, levels)) as l(
      "warehouseId" uuid, "variantId" uuid)
    order by 1, 2) k
  cross join lateral (
    select 1
    from stock_levels
    where platform_id = platform
      and warehouse_id = k."warehouseId"
      and variant_id = k."variantId"
    offset 0
    for no key update) s;
end
$$;

alter function stock.lock_levels owner to stowage_stock;
revoke all on function stock.lock_levels from public;
