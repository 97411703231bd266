-- Turns backorders into promises: `gifts` are [{claim, qty}]. The caller holds the locks of the levels and the claims.
-- "limit (select null::bigint)" is no limit, of which the planner expects few rows: each is looked up by its key.
create or replace function stock.give(platform uuid, gifts jsonb) returns void
language plpgsql
as $$
begin
  update reservations r
  set promised = r.promised + g.qty, backordered = r.backordered - g.qty
  from (
    select * from jsonb_to_recordset(gifts) as g(claim bigint, qty bigint)
    limit (select null::bigint)) g
  where r.platform_id = platform and r.reservation_id = g.claim;
  update stock_levels s
  set reserved = s.reserved + t.q, backordered = s.backordered - t.q, version = s.version + 1
  from (
    select r.warehouse_id, r.variant_id, sum(g.qty)::bigint as q
    from jsonb_to_recordset(gifts) as g(claim bigint, qty bigint)
    join reservations r on r.platform_id = platform and r.reservation_id = g.claim
    group by 1, 2
    limit (select null::bigint)) t
  where s.platform_id = platform
    and s.warehouse_id = t.warehouse_id
    and s.variant_id = t.variant_id;
  insert into tenant_events (
    platform_id, type, subject_type, subject_id, subject_version, payload
  )
  select
    platform, 'backorder.promised', r.source_type, r.source_id::text, 0,
    jsonb_build_object(
      'warehouseId', r.warehouse_id,
      'variantId', r.variant_id,
      'sku', v.sku,
      'qty', round(g.qty / power(10::numeric, v.qty_scale), v.qty_scale)::text,
      'lineNo', l.line_no,
      'orderId', o.order_id,
      'number', o.number,
      'externalId', o.external_id)
  from jsonb_to_recordset(gifts) as g(claim bigint, qty bigint)
  join reservations r on r.platform_id = platform and r.reservation_id = g.claim
  join variants v on v.platform_id = platform and v.variant_id = r.variant_id
  left join order_lines l on l.platform_id = platform and l.order_line_id = r.source_id
  left join orders o on o.platform_id = platform and o.order_id = l.order_id;
end
$$;

alter function stock.give owner to stowage_stock;
revoke all on function stock.give from public;
