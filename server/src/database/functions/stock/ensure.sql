-- Returns the sides of all lines, like stock.sides, and inserts the levels and buckets that do not exist
-- yet, in key order and before any lock is taken. Raises invalid_lines (ST422) for repeated line numbers or
-- quantities below 1, and bucket_not_found (ST404) when a line names a bucket that the platform lacks.
create or replace function stock.ensure(platform uuid, lines jsonb) returns stock.side[]
language plpgsql
as $$
declare
  v_sides stock.side[];
  v_side_count int;
  v_is_invalid boolean;
begin
  v_sides := stock.sides(platform, lines);
  select
    sum(case when l.party is null then 2 else 1 end),
    count(*) <> count(distinct l."lineNo") or coalesce(min(l.qty), 0) <= 0
    into v_side_count, v_is_invalid
  from jsonb_to_recordset(lines) as l("lineNo" int, qty bigint, party text);
  if v_is_invalid then
    raise exception 'invalid_lines' using errcode = 'ST422';
  end if;
  if v_side_count is distinct from coalesce(cardinality(v_sides), 0) then
    insert into stock_levels (
      platform_id, warehouse_id, variant_id, qty_scale, tracking, backorder_limit
    )
    select distinct
      platform, o.warehouse_id, v.variant_id, v.qty_scale, v.tracking, v.backorder_limit
    from jsonb_to_recordset(lines) as l("variantId" uuid, "toLocation" uuid)
    cross join lateral (
      select warehouse_id
      from locations
      where platform_id = platform and location_id = l."toLocation"
      offset 0) o
    cross join lateral (
      select variant_id, qty_scale, tracking, backorder_limit
      from variants
      where platform_id = platform and variant_id = l."variantId"
      offset 0) v
    order by 2, 3
    on conflict do nothing;
    -- Names the constraint that may be met: one that waits for the end of the statement cannot be.
    insert into stock_buckets (
      platform_id, warehouse_id, variant_id, tracking, location_id, status, lot_id, serial_id,
      container_id
    )
    select distinct
      platform, o.warehouse_id, v.variant_id, v.tracking, l."toLocation",
      coalesce(l."toStatus", 'available'), l."toLot", l."toSerial", l."toContainer"
    from jsonb_to_recordset(lines) as l(
      "variantId" uuid, "toLocation" uuid, "toStatus" text, "toLot" uuid, "toSerial" uuid,
      "toContainer" uuid
    )
    cross join lateral (
      select warehouse_id
      from locations
      where platform_id = platform and location_id = l."toLocation"
      offset 0) o
    cross join lateral (
      select variant_id, tracking
      from variants
      where platform_id = platform and variant_id = l."variantId"
      offset 0) v
    order by 3, 5, 6, 7, 8, 9
    on conflict on constraint one_bucket do nothing;
    v_sides := stock.sides(platform, lines);
    if v_side_count is null or v_side_count <> coalesce(cardinality(v_sides), 0) then
      raise exception 'bucket_not_found' using errcode = 'ST404';
    end if;
  end if;
  return v_sides;
end
$$;

alter function stock.ensure owner to stowage_stock;
revoke all on function stock.ensure from public;
