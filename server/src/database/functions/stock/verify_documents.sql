-- Finds where documents and stock disagree beyond what all documents with moves say of them
-- (`warehouse/integrity/document-queries.ts`), and moves that lack their one event or their entry in the audit
-- log. `since` null asks for all moves, else for those recorded from then on. Reads the log, so it runs as
-- its owner. One row for each problem, in no order: the rule (I11, I14, I15), the subject, what is expected and
-- what is there.
create or replace function stock.verify_documents(platform uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable security definer set search_path = tenant, stock, pg_temp
as $$
begin
  perform set_config('app.platform_id', platform::text, true);
  return query
  -- Only one that changed nothing has no move.
  select 'I14', 'adjustment ' || a.number, 'a move', 'none'
  from adjustments a
  where a.platform_id = platform
    and (since is null or a.updated_at >= since)
    and a.state in ('posted', 'reversed')
    and a.move_id is null
    and exists (
      select
      from adjustment_lines l
      where l.platform_id = platform
        and l.adjustment_id = a.adjustment_id
        and l.qty_after <> l.qty_before)

  union all
  -- What its lines say is what its move brought.
  select 'I14', 'receipt ' || x.number || ', ' || v.sku || ' in ' || o.code, sum(x.moved)::text,
    trim_scale(sum(x.written))::text
  from (
    select r.number, l.variant_id, l.location_id, l.status, l.lot_id, s.serial_id, 0 as moved,
      l.qty_received::numeric / greatest(cardinality(l.serial_ids), 1) as written
    from receipts r
    join receipt_lines l on l.platform_id = platform and l.receipt_id = r.receipt_id
    left join lateral unnest(l.serial_ids) as s (serial_id) on true
    where r.platform_id = platform
      and (since is null or r.updated_at >= since)
      and r.state in ('completed', 'reversed') and r.move_id is not null
    union all
    select r.number, b.variant_id, b.location_id, b.status, b.lot_id, b.serial_id, g.delta, 0
    from receipts r
    join stock_ledger g on g.platform_id = platform and g.move_id = r.move_id
    join stock_buckets b on b.platform_id = platform and b.bucket_id = g.bucket_id
    where r.platform_id = platform
      and (since is null or r.updated_at >= since)
      and r.state in ('completed', 'reversed')) x
  join variants v on v.platform_id = platform and v.variant_id = x.variant_id
  join locations o on o.platform_id = platform and o.location_id = x.location_id
  group by x.number, v.sku, o.code, x.variant_id, x.location_id, x.status, x.lot_id, x.serial_id
  having sum(x.moved) <> sum(x.written)

  union all
  select 'I14', 'adjustment ' || a.number || ' line ' || l.line_no, coalesce(g.delta, 0)::text,
    (l.qty_after - l.qty_before)::text
  from adjustments a
  join adjustment_lines l on l.platform_id = platform and l.adjustment_id = a.adjustment_id
  left join stock_ledger g
    on g.platform_id = platform
    and g.move_id = a.move_id
    and g.line_no = l.line_no
  left join stock_buckets b on b.platform_id = platform and b.bucket_id = g.bucket_id
  where a.platform_id = platform
    and (since is null or a.updated_at >= since)
    and a.state in ('posted', 'reversed')
    and a.move_id is not null
    and (
      l.qty_after - l.qty_before is distinct from coalesce(g.delta, 0)
      or l.qty <> case l.mode when 'delta' then l.qty_after - l.qty_before else l.qty_after end
      or (b.variant_id, b.location_id, b.status)
        is distinct from (l.variant_id, l.location_id, l.status)
      and g.seq is not null)

  union all
  -- What is ordered is promised, waits, was shipped or is cancelled; of a kit, each of its components. A draft
  -- is promised nothing. Of a kit that was closed short, parts that make no whole kit may have been shipped.
  select 'I11', 'order ' || x.number || ' line ' || x.line_no, x.claimable::text,
    coalesce(sum(r.promised + r.backordered + r.consumed), 0)::text
  from (
    select o.number, l.line_no, l.order_line_id, c.component_id,
      case
        when o.state = 'draft' then 0
        when c.component_id is null then l.qty - l.qty_cancelled
        else (l.qty - l.qty_cancelled) / power(10::numeric, v.qty_scale)::bigint * c.per_kit
      end as claimable,
      o.state = 'closed_short' and c.component_id is not null as is_cut
    from orders o
    join order_lines l on l.platform_id = platform and l.order_id = o.order_id
    join variants v on v.platform_id = platform and v.variant_id = l.variant_id
    left join order_line_components c
      on c.platform_id = platform
      and c.order_line_id = l.order_line_id
    where o.platform_id = platform
      and (since is null or o.updated_at >= since)) x
  left join reservations r
    on r.platform_id = platform
    and r.source_type = 'order_line'
    and r.source_id = x.order_line_id
    and r.component_id is not distinct from x.component_id
  group by x.number, x.line_no, x.order_line_id, x.component_id, x.claimable, x.is_cut
  having case
    when x.is_cut then x.claimable > coalesce(sum(r.consumed), 0) or sum(r.promised + r.backordered) > 0
    else x.claimable <> coalesce(sum(r.promised + r.backordered + r.consumed), 0)
  end

  union all
  -- A claim belongs to a line of an order, or to a manual reservation that has not ended.
  select 'I14', 'claim ' || r.reservation_id, 'its ' || replace(r.source_type, '_', ' '),
    coalesce(m.state, 'none')
  from reservations r
  left join order_lines l
    on l.platform_id = platform
    and r.source_type = 'order_line'
    and l.order_line_id = r.source_id
  left join manual_reservations m
    on m.platform_id = platform
    and r.source_type = 'manual'
    and m.manual_reservation_id = r.source_id
  where r.platform_id = platform
    and since is null
    and r.promised + r.backordered > 0
    and (
      (r.source_type = 'order_line' and l.order_line_id is null)
      or (r.source_type = 'manual' and m.state is distinct from 'active'))

  union all
  select 'I15', 'order ' || o.number || ' version ' || e.subject_version, 'in the log', 'missing'
  from orders o
  join tenant_events e
    on e.platform_id = platform
    and e.subject_type = 'order'
    and e.subject_id = o.order_id::text
    and e.type like 'order.%'
  where o.platform_id = platform
    and (since is null or o.updated_at >= since)
    and not exists (
      select
      from audit.audit_log g
      where g.platform_id = platform
        and g.outcome = 'success'
        and g.request_id = e.payload ->> 'requestId')

  union all
  select 'I15', 'move ' || m.move_id, '1 event', count(e.event_no) || ' events'
  from stock_moves m
  left join tenant_events e
    on e.platform_id = platform
    and e.subject_type = 'stock_move'
    and e.subject_id = m.move_id::text
    and e.type = 'stock.moved'
  where m.platform_id = platform
    and (since is null or m.recorded_at >= since)
  group by m.move_id
  having count(e.event_no) <> 1

  union all
  -- A file is in the log once it is done, and its many moves with it.
  select 'I15', 'move ' || m.move_id, 'in the log', 'missing'
  from stock_moves m
  left join stock_moves o on o.platform_id = platform and o.move_id = m.reverses_move_id
  where m.platform_id = platform
    and (since is null or m.recorded_at >= since)
    and coalesce(o.source_type, m.source_type) <> 'import'
    and not exists (
      select
      from audit.audit_log g
      where g.platform_id = platform
        and g.outcome = 'success'
        and g.request_id = m.request_id
        -- The two are written in one transaction, by clocks that agree.
        and (since is null or g.created_at >= since - interval '1 hour'));
end
$$;

alter function stock.verify_documents owner to stowage_stock;
revoke all on function stock.verify_documents from public;
grant execute on function stock.verify_documents to stowage_app;
