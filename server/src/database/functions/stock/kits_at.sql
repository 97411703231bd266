-- Returns the order lines of kits that wait for a component at a level.
create or replace function stock.kits_at(platform uuid, warehouse uuid, variant uuid) returns uuid[]
language plpgsql stable
as $$
begin
  return (
    select coalesce(array_agg(distinct source_id), '{}')
    from reservations
    where platform_id = platform
      and warehouse_id = warehouse
      and variant_id = variant
      and per_kit is not null
      and promised + backordered > 0
      and backordered > 0);
end
$$;

alter function stock.kits_at owner to stowage_stock;
revoke all on function stock.kits_at from public;
