-- Returns whether a claim is of an order on hold: others are served before it.
create or replace function stock.on_hold(platform uuid, source_type text, source uuid)
returns boolean
language plpgsql stable
as $$
begin
  return source_type = 'order_line' and exists (
    select
    from order_lines l
    join orders o on o.platform_id = platform and o.order_id = l.order_id and o.state = 'on_hold'
    where l.platform_id = platform and l.order_line_id = source);
end
$$;

alter function stock.on_hold owner to stowage_stock;
revoke all on function stock.on_hold from public;
