-- Returns both sides of each line of a move: the bucket that loses and the bucket that gains. A side whose
-- bucket does not exist yet is left out. Quantities are whole numbers of the smallest unit of the variant.
--
-- Each row is looked up by its whole key in a query of its own ("lateral ... offset 0"), which leaves the
-- planner nothing to guess: a connection plans once, often while the tables are nearly empty, and keeps
-- that plan. Functions that only other functions of the stock call run with the settings of their caller,
-- because setting all of them again for each call took a tenth of the time of a posting.
create or replace function stock.sides(platform uuid, lines jsonb) returns stock.side[]
language plpgsql stable
as $$
declare
  v_sides stock.side[];
begin
  select array_agg(
    row(
      l."lineNo",
      b.bucket_id,
      b.warehouse_id,
      b.variant_id,
      b.status = 'available',
      coalesce(l.party, 'stock'),
      b.sign * l.qty,
      case
        when b.sign < 0 then case when l."allocationId" is null then 0 else -l.qty end
        when l.claim in ('carry', 'follow', 'restore') then l.qty
        else 0
      end,
      case
        when b.sign < 0 and l.claim = 'consume' then l.qty
        when b.sign > 0 and l.claim = 'restore' then -l.qty
        else 0
      end
    )::stock.side
    order by b.bucket_id, b.sign * l.qty desc, l."lineNo"
  ) into v_sides
  from jsonb_to_recordset(lines) as l(
    "lineNo" int, qty bigint, party text, claim text, "allocationId" bigint,
    "fromBucket" bigint, "toBucket" bigint,
    "variantId" uuid, "toLocation" uuid, "toStatus" text, "toLot" uuid, "toSerial" uuid,
    "toContainer" uuid
  )
  cross join lateral (
    select bucket_id, warehouse_id, variant_id, status, -1 as sign
    from stock_buckets
    where platform_id = platform and bucket_id = l."fromBucket"
    union all
    select bucket_id, warehouse_id, variant_id, status, 1
    from stock_buckets
    where platform_id = platform and bucket_id = l."toBucket"
    union all
    select bucket_id, warehouse_id, variant_id, status, 1
    from stock_buckets
    where platform_id = platform
      and variant_id = l."variantId"
      and location_id = l."toLocation"
      and status = coalesce(l."toStatus", 'available')
      and lot_id is not distinct from l."toLot"
      and serial_id is not distinct from l."toSerial"
      and container_id is not distinct from l."toContainer"
    offset 0
  ) b;
  return v_sides;
end
$$;

alter function stock.sides owner to stowage_stock;
revoke all on function stock.sides from public;
