-- What of a cancelled quantity was not available when the order was confirmed; a person cancelled the rest.
alter table tenant.order_lines
  add column qty_out_of_stock bigint not null default 0,
  add constraint order_lines_out_of_stock_check check (qty_out_of_stock between 0 and qty_cancelled);
-- Of earlier orders it is known where nobody cancelled anything.
update tenant.order_lines l set qty_out_of_stock = l.qty_cancelled
from tenant.orders o
where o.platform_id = l.platform_id and o.order_id = l.order_id and o.mode = 'cancel_rest'
  and l.qty_cancelled > 0 and o.state not in ('cancelled', 'closed_short')
  and not exists (
    select from tenant.tenant_events e
    where e.platform_id = o.platform_id and e.subject_type = 'order'
      and e.subject_id = o.order_id::text and e.type = 'order.line_cancelled');
