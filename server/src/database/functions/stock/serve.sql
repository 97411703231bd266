-- Gives a quantity of a variant in a warehouse to its waiting backorders, the most urgent claim first and those of
-- orders on hold last, because they can't ship: to those of `receivers` (null: all), without the claims `givers`.
-- Returns the quantity given. The caller holds the lock of the level, and changes it.
create or replace function stock.serve(
  platform uuid, warehouse uuid, variant uuid, quantity bigint, receivers uuid[], givers bigint[]
) returns bigint
language plpgsql
as $$
declare
  v_given bigint;
begin
  perform 1
  from reservations
  where platform_id = platform
    and warehouse_id = warehouse
    and variant_id = variant
    and backordered > 0
  order by reservation_id
  for no key update;
  with x as (
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
      and reservation_id <> all (givers)
  ),
  u as (
    update reservations r
    set promised = r.promised + t.q, backordered = r.backordered - t.q
    from (
      select reservation_id, least(b, quantity - (run - b))::bigint as q
      from x
      where run - b < quantity) t
    where r.platform_id = platform and r.reservation_id = t.reservation_id
    returning r.source_type, r.source_id, t.q
  ),
  e as (
    insert into tenant_events (
      platform_id, type, subject_type, subject_id, subject_version, payload
    )
    select
      platform, 'backorder.promised', u.source_type, u.source_id::text, 0,
      jsonb_build_object(
        'warehouseId', warehouse,
        'variantId', variant,
        'sku', v.sku,
        'qty', round(u.q / power(10::numeric, v.qty_scale), v.qty_scale)::text,
        'lineNo', l.line_no,
        'orderId', o.order_id,
        'number', o.number,
        'externalId', o.external_id)
    from u
    join variants v on v.platform_id = platform and v.variant_id = variant
    left join order_lines l on l.platform_id = platform and l.order_line_id = u.source_id
    left join orders o on o.platform_id = platform and o.order_id = l.order_id
  )
  select sum(q) into v_given from u;
  return coalesce(v_given, 0);
end
$$;

alter function stock.serve owner to stowage_stock;
revoke all on function stock.serve from public;
