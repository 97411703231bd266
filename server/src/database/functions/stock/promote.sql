-- Gives free stock of levels, [{warehouseId, variantId}], to their waiting backorders, one level after the other. The caller
-- holds their locks.
create or replace function stock.promote(platform uuid, levels jsonb) returns void
language plpgsql
as $$
declare
  v_level record;
begin
  for v_level in
    select distinct l."warehouseId" as w, l."variantId" as v
    from jsonb_to_recordset(levels) as l("warehouseId" uuid, "variantId" uuid)
    order by 1, 2
  loop
    perform stock.serve(platform, v_level.w, v_level.v, null, '{}');
  end loop;
end
$$;

alter function stock.promote owner to stowage_stock;
revoke all on function stock.promote from public;
