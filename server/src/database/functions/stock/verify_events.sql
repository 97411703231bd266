-- Finds versions of documents that have no event, or several. `since` null asks for all documents, else for those
-- changed from then on. One row for each problem, in no order, with the rule I15.
create or replace function stock.verify_events(platform uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
as $$
begin
  return query
  with documents (type, word, id, number, version, updated_at) as (
    select 'order', 'order', order_id, d.number, version, updated_at
    from orders d where platform_id = platform
    union all
    select 'fulfillment', 'fulfillment', fulfillment_id, d.number, version, updated_at
    from fulfillments d where platform_id = platform
    union all
    select 'shipment', 'shipment', shipment_id, d.number, version, updated_at
    from shipments d where platform_id = platform
    union all
    select 'manifest', 'manifest', manifest_id, d.number, version, updated_at
    from manifests d where platform_id = platform
    union all
    select 'return', 'return', return_id, d.number, version, updated_at
    from returns d where platform_id = platform
    union all
    select 'wave', 'wave', wave_id, d.number, version, updated_at
    from waves d where platform_id = platform
    union all
    select 'pick_batch', 'batch', batch_id, d.number, version, updated_at
    from pick_batches d where platform_id = platform
    union all
    select 'receipt', 'receipt', receipt_id, d.number, version, updated_at
    from receipts d where platform_id = platform
    union all
    select 'adjustment', 'adjustment', adjustment_id, d.number, version, updated_at
    from adjustments d where platform_id = platform)
  select 'I15', d.word || ' ' || d.number || ' version ' || v.n, '1 event', count(e.event_no) || ' events'
  from documents d
  cross join lateral generate_series(1, d.version) as v(n)
  left join tenant_events e
    on e.platform_id = platform
    and e.subject_type = d.type
    and e.subject_id = d.id::text
    and e.subject_version = v.n
    and e.type like d.type || '.%'
    -- Comes with the change of the order that waits.
    and e.type <> 'order.backordered'
  where since is null or d.updated_at >= since
  group by d.word, d.number, v.n
  -- What was made in a later state was created and changed at once: both come with its first version.
  having greatest(
    count(*) filter (where e.type like '%.created'),
    count(*) filter (where e.type not like '%.created')) <> 1;
end
$$;

revoke all on function stock.verify_events from public;
grant execute on function stock.verify_events to stowage_app;
