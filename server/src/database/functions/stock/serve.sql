-- Gives free stock of a variant in a warehouse to its waiting backorders, the most urgent claim first and those of
-- orders on hold last, because they can't ship: to those of `receivers` (null: all), without the claims `givers`. A kit
-- gets whole pieces, of all its components together, and what makes none goes to the next. The caller holds the lock of
-- the level. Raises what stock.lock_kits raises.
create or replace function stock.serve(
  platform uuid, warehouse uuid, variant uuid, receivers uuid[], givers bigint[]
) returns void
language plpgsql
as $$
declare
  v_free bigint;
  v_kits uuid[];
  v_gifts jsonb;
  v_row record;
begin
  select on_hand - unavailable - reserved into v_free
  from stock_levels
  where platform_id = platform
    and warehouse_id = warehouse
    and variant_id = variant
    and backordered > 0;
  if not found or v_free <= 0 then
    return;
  end if;
  v_kits := stock.kits_at(platform, warehouse, variant);
  if v_kits <> '{}' then
    perform stock.lock_kits(platform, v_kits);
  end if;
  perform 1
  from reservations
  where platform_id = platform
    and warehouse_id = warehouse
    and variant_id = variant
    and backordered > 0
  order by reservation_id
  for no key update;
  if v_kits = '{}' then
    select jsonb_agg(
      jsonb_build_object('claim', reservation_id, 'qty', least(b, v_free - (run - b))))
      into v_gifts
    from (
      select
        reservation_id,
        backordered as b,
        sum(backordered) over (
          order by
            stock.on_hold(platform, source_type, source_id),
            priority desc,
            due_at nulls last,
            reservation_id) as run
      from reservations
      where platform_id = platform
        and warehouse_id = warehouse
        and variant_id = variant
        and backordered > 0
        and (receivers is null or source_id = any (receivers))
        and reservation_id <> all (givers)) x
    where run - b < v_free;
    if v_gifts is not null then
      perform stock.give(platform, v_gifts);
    end if;
    return;
  end if;
  for v_row in
    select reservation_id, source_id, per_kit, backordered
    from reservations
    where platform_id = platform
      and warehouse_id = warehouse
      and variant_id = variant
      and backordered > 0
      and (receivers is null or source_id = any (receivers))
      and reservation_id <> all (givers)
    order by
      stock.on_hold(platform, source_type, source_id),
      priority desc,
      due_at nulls last,
      reservation_id
  loop
    if v_row.per_kit is null then
      perform stock.give(
        platform,
        jsonb_build_array(
          jsonb_build_object(
            'claim', v_row.reservation_id, 'qty', least(v_row.backordered, v_free))));
    else
      perform stock.complete_kits(platform, v_row.source_id);
    end if;
    select on_hand - unavailable - reserved into v_free
    from stock_levels
    where platform_id = platform and warehouse_id = warehouse and variant_id = variant;
    exit when v_free <= 0;
  end loop;
end
$$;

alter function stock.serve owner to stowage_stock;
revoke all on function stock.serve from public;
