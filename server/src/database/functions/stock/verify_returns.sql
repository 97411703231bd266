-- Finds where returns disagree with what was shipped or with their dispositions. `since` null asks
-- for all, else for those changed from then on. One row for each problem, in no order: the rule (I12), the
-- subject, what is expected and what is there.
create or replace function stock.verify_returns(platform uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
as $$
begin
  return query
  -- No more comes back than was shipped.
  select 'I12', 'returned of order line ' || x.order_line_id, 'at most ' || x.shipped, x.returned::text
  from (
    select l.order_line_id,
      sum(case
        when r.state in ('requested', 'authorized') then l.qty_authorized
        else l.qty_received
      end) as returned,
      (
        select coalesce(sum(c.consumed), 0)
        from reservations c
        where c.platform_id = platform
          and c.source_type = 'order_line'
          and c.source_id = l.order_line_id
          and c.variant_id = l.variant_id) as shipped
    from return_lines l
    join returns r
      on r.platform_id = platform
      and r.return_id = l.return_id
      and r.state not in ('rejected', 'cancelled', 'expired')
    where l.platform_id = platform
      and l.order_line_id is not null
      and (since is null or r.updated_at >= since)
    group by l.order_line_id, l.variant_id) x
  where x.returned > x.shipped

  union all
  -- What is received of a line is what its items and the move say.
  select 'I12', 'return ' || r.number || ' line ' || l.line_no, l.qty_received || ' received',
    x.items || ' in items, ' || x.moved || ' moved'
  from returns r
  join return_lines l on l.platform_id = platform and l.return_id = r.return_id
  cross join lateral (
    select coalesce(sum(i.qty), 0) as items, coalesce(sum(g.delta), 0) as moved
    from return_items i
    left join stock_ledger g
      on g.platform_id = platform
      and g.move_id = r.move_id
      and g.line_no = i.item_no
      and g.bucket_id = i.bucket_id
    where i.platform_id = platform and i.return_id = r.return_id and i.line_no = l.line_no) x
  where r.platform_id = platform
    and (since is null or r.updated_at >= since)
    and (l.qty_received <> x.items or l.qty_received <> x.moved)

  union all
  -- No more is decided than was received, and all of it once the return is closed.
  select 'I12', 'return ' || r.number || ' item ' || i.item_no, i.qty || ' to decide', x.decided || ' decided'
  from returns r
  join return_items i on i.platform_id = platform and i.return_id = r.return_id
  cross join lateral (
    select coalesce(sum(d.qty), 0) as decided
    from return_dispositions d
    where d.platform_id = platform and d.return_id = r.return_id and d.item_no = i.item_no) x
  where r.platform_id = platform
    and (since is null or r.updated_at >= since)
    and (x.decided > i.qty
      or (r.state = 'closed' and x.decided <> i.qty)
      or (r.state = 'received' and x.decided > 0));
end
$$;

revoke all on function stock.verify_returns from public;
grant execute on function stock.verify_returns to stowage_app;
