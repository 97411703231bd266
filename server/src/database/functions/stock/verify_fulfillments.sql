-- Finds where orders, fulfillments, pick tasks, packages, shipments and allocations disagree. `since` null asks for all, else
-- for those changed from then on. One row for each problem, in no order: the rule (I12, I14), the subject,
-- what is expected and what is there.
create or replace function stock.verify_fulfillments(platform uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
as $$
begin
  return query
  -- An order that was released has something to pick, and no other has.
  select 'I14', 'order ' || o.number, case when x.has_open then 'released' else 'not released' end, o.state
  from orders o
  cross join lateral (
    select exists (
      select
      from fulfillments f
      where f.platform_id = platform and f.order_id = o.order_id and f.state <> 'cancelled') as has_open) x
  where o.platform_id = platform
    and (since is null or o.updated_at >= since)
    and o.state <> 'closed_short'
    and x.has_open <> (
      o.state in ('released', 'in_fulfillment', 'partially_shipped', 'shipped', 'completed'))

  union all
  -- What is to be picked is allocated, all of it, where the task says, and then picked.
  select 'I14', 'pick task ' || t.pick_task_id || ' of ' || f.number, t.qty || ' allocated',
    coalesce(a.qty || ' ' || a.state, 'none')
  from fulfillments f
  join pick_tasks t on t.platform_id = platform and t.fulfillment_id = f.fulfillment_id
  left join allocations a on a.platform_id = platform and a.allocation_id = t.allocation_id
  left join stock_buckets b on b.platform_id = platform and b.bucket_id = a.bucket_id
  where f.platform_id = platform
    and (since is null or f.updated_at >= since)
    and case t.state
      when 'ready' then
        (a.state, a.qty, b.location_id) is distinct from ('allocated', t.qty, t.location_id)
      when 'done' then f.state <> 'cancelled'
        and (a.state in ('picked', 'consumed') and a.qty = t.qty) is not true
      else false
    end

  union all
  -- A fulfillment is as far as its tasks are.
  select 'I14', 'fulfillment ' || f.number, x.state, f.state
  from fulfillments f
  cross join lateral (
    -- Without anything picked or to pick it would be a dead end.
    select case when bool_and(t.state not in ('ready', 'done')) then 'cancelled'
      when bool_and(t.state <> 'ready') then 'picked'
      when bool_or(t.state = 'done') then 'picking'
      -- Picking began, or not yet, with a line that was cancelled or sent back since.
      when bool_or(t.state in ('cancelled', 'sent_back')) then f.state else 'released' end as state
    from pick_tasks t
    where t.platform_id = platform and t.fulfillment_id = f.fulfillment_id) x
  where f.platform_id = platform
    and (since is null or f.updated_at >= since)
    and f.state in ('released', 'picking', 'picked')
    and x.state <> f.state

  union all
  select 'I14', 'fulfillment ' || f.number || ' line ' || l.line_no, l.qty || ' to pick',
    coalesce(sum(t.qty), 0) || ' in tasks'
  from fulfillments f
  join fulfillment_lines l on l.platform_id = platform and l.fulfillment_id = f.fulfillment_id
  left join pick_tasks t
    on t.platform_id = platform
    and t.fulfillment_id = f.fulfillment_id
    and t.line_no = l.line_no
    and t.state not in ('short', 'sent_back', 'withdrawn')
    and t.state <> case f.state when 'cancelled' then 'ready' else 'cancelled' end
  where f.platform_id = platform
    and (since is null or f.updated_at >= since)
  group by f.fulfillment_id, f.number, l.line_no, l.qty, l.qty_short
  having l.qty <> coalesce(sum(t.qty), 0) + l.qty_short
    and not exists (
      select
      from fulfillment_lines c
      where c.platform_id = platform
        and c.fulfillment_id = f.fulfillment_id
        and c.line_no = l.line_no
        and c.qty_cancelled > 0)

  union all
  -- What is allocated to an order is in a task of it.
  select 'I14', 'allocation ' || a.allocation_id, 'a pick task', 'none'
  from allocations a
  join reservations r
    on r.platform_id = platform
    and r.reservation_id = a.reservation_id
    and r.source_type = 'order_line'
  where a.platform_id = platform
    and since is null
    and a.state in ('allocated', 'picked')
    and not exists (
      select
      from pick_tasks t
      where t.platform_id = platform
        and t.allocation_id = a.allocation_id
        and t.state = case a.state when 'allocated' then 'ready' else 'done' end)

  union all
  -- Packages hold no more than was picked, and all of it once the fulfillment is packed.
  select 'I12', 'fulfillment ' || x.number || ' line ' || x.line_no, x.picked || ' picked',
    x.packed || ' packed'
  from (
    select f.number, f.state, u.line_no, sum(u.picked) as picked, sum(u.packed) as packed
    from fulfillments f
    cross join lateral (
      select t.line_no, t.lot_id, t.serial_id, t.qty as picked, 0 as packed
      from pick_tasks t
      where t.platform_id = platform and t.fulfillment_id = f.fulfillment_id and t.state = 'done'
      union all
      select c.line_no, c.lot_id, c.serial_id, 0, c.qty
      from package_lines c
      where c.platform_id = platform and c.fulfillment_id = f.fulfillment_id) u
    where f.platform_id = platform
      and (since is null or f.updated_at >= since)
      and f.state <> 'cancelled'
    group by f.number, f.state, u.line_no, u.lot_id, u.serial_id) x
  where x.packed > x.picked or (x.state in ('packed', 'shipped') and x.packed <> x.picked)

  union all
  -- A fulfillment is as far as its packages are.
  select 'I12', 'fulfillment ' || f.number, x.state, f.state
  from fulfillments f
  cross join lateral (
    select case when count(*) = 0 then 'picked' when bool_or(k.state = 'open') then 'packing'
      else f.state end as state
    from packages k
    where k.platform_id = platform and k.fulfillment_id = f.fulfillment_id) x
  where f.platform_id = platform
    and (since is null or f.updated_at >= since)
    and f.state in ('picked', 'packing', 'packed', 'shipped')
    and x.state <> f.state

  union all
  -- What a claim has consumed is in packages that were shipped.
  select 'I12', 'claim ' || r.reservation_id, x.shipped || ' shipped', r.consumed || ' consumed'
  from reservations r
  cross join lateral (
    select coalesce(sum(c.qty), 0) as shipped
    from fulfillment_lines l
    join fulfillments f
      on f.platform_id = platform and f.fulfillment_id = l.fulfillment_id and f.state = 'shipped'
    join package_lines c
      on c.platform_id = platform
      and c.fulfillment_id = l.fulfillment_id
      and c.line_no = l.line_no
    where l.platform_id = platform and l.reservation_id = r.reservation_id) x
  where r.platform_id = platform
    and since is null
    and r.source_type = 'order_line'
    and r.consumed <> x.shipped

  union all
  -- An order says how much of it was shipped.
  select 'I12', 'order ' || o.number, x.share, o.fulfillment_state
  from orders o
  cross join lateral (
    select case
      when coalesce(sum(r.consumed), 0) = 0 then 'none'
      -- Its claims ended before all was shipped.
      when o.state = 'closed_short' then 'partial'
      when sum(r.promised + r.backordered) = 0 then 'full'
      else 'partial'
    end as share
    from order_lines l
    join reservations r
      on r.platform_id = platform
      and r.source_type = 'order_line'
      and r.source_id = l.order_line_id
    where l.platform_id = platform and l.order_id = o.order_id) x
  where o.platform_id = platform
    and (since is null or o.updated_at >= since)
    and (
      x.share <> o.fulfillment_state
      or (x.share = 'partial') <> (o.state in ('partially_shipped', 'closed_short'))
      or (x.share = 'full') <> (o.state in ('shipped', 'completed')))

  union all
  -- A fulfillment that is shipped has one shipment that is not voided, and no other has.
  select 'I14', 'fulfillment ' || f.number, case f.state when 'shipped' then '1' else '0' end || ' shipments',
    x.shipments || ' shipments'
  from fulfillments f
  cross join lateral (
    select count(*) as shipments
    from shipments s
    where s.platform_id = platform
      and s.fulfillment_id = f.fulfillment_id
      and s.state <> 'voided') x
  where f.platform_id = platform
    and (since is null or f.updated_at >= since)
    and x.shipments <> case f.state when 'shipped' then 1 else 0 end;
end
$$;

revoke all on function stock.verify_fulfillments from public;
grant execute on function stock.verify_fulfillments to stowage_app;
