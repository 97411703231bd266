-- Returns levels, [{warehouseId, variantId}], with those of the other components of kits that wait at one of them, or are
-- promised there: serving or breaking a kit changes all of them, so that they are locked together.
create or replace function stock.with_kits(platform uuid, levels jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_kits uuid[];
begin
  -- Most workspaces have none, and pay one look-up.
  perform 1
  from reservations
  where platform_id = platform and per_kit is not null and promised + backordered > 0
  limit 1;
  if not found then
    return levels;
  end if;
  select array_agg(k.source_id) into v_kits
  from (
    select distinct l."warehouseId", l."variantId"
    from jsonb_to_recordset(levels) as l("warehouseId" uuid, "variantId" uuid)) d
  cross join lateral (
    select source_id
    from reservations
    where platform_id = platform
      and warehouse_id = d."warehouseId"
      and variant_id = d."variantId"
      and per_kit is not null
      and promised + backordered > 0
      and (backordered > 0 or promised > allocated)
    offset 0) k;
  if v_kits is null then
    return levels;
  end if;
  return levels || (
    select coalesce(
      jsonb_agg(jsonb_build_object('warehouseId', k.warehouse_id, 'variantId', k.variant_id)), '[]')
    from (
      select distinct warehouse_id, variant_id
      from reservations
      where platform_id = platform
        and source_type = 'order_line'
        and source_id = any (v_kits)
        and promised + backordered > 0) k);
end
$$;

alter function stock.with_kits owner to stowage_stock;
revoke all on function stock.with_kits from public;
