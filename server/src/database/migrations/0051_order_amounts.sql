-- What an order says beside its lines: what shipping is charged, what is taken off the whole order, the shop's
-- own ids of its lines and free metadata. A line keeps the size of its unit, so that a pack that is changed or
-- removed later changes no order.

alter table tenant.orders
  add column shipping_charge_micros bigint not null default 0,
  add column order_discount_micros bigint not null default 0,
  add column shipping_micros bigint not null default 0,
  add column metadata jsonb not null default '{}';

alter table tenant.order_lines
  -- One `unit` is so many base units.
  add column unit_numerator bigint not null default 1,
  add column unit_denominator bigint not null default 1,
  add column external_line_id text,
  add column metadata jsonb not null default '{}',
  -- Added to an order that was there already: what a shop sends next does not remove it.
  add column is_added boolean not null default false,
  add constraint order_lines_unit_check check (unit_numerator > 0 and unit_denominator > 0);

-- Lines in another unit than the base unit: as their amounts say, else as the pack is today.
update tenant.order_lines l
set unit_numerator = g.numerator, unit_denominator = g.denominator
from (
  select o.platform_id, o.order_line_id,
    case when q.is_known then q.n else u.numerator end::bigint as numerator,
    case when q.is_known then q.d else u.denominator end::bigint as denominator
  from tenant.order_lines o
  join tenant.variants v on v.platform_id = o.platform_id and v.variant_id = o.variant_id
  left join tenant.variant_units u on u.platform_id = o.platform_id
    and u.variant_id = o.variant_id and u.code = o.unit
  cross join lateral (
    select o.qty::numeric * o.unit_price_micros as n,
      (o.total_micros + o.discount_micros)::numeric * trunc(10::numeric ^ v.qty_scale) as d) a
  cross join lateral (
    select trunc(a.n / nullif(gcd(a.n, a.d), 0)) as n, trunc(a.d / nullif(gcd(a.n, a.d), 0)) as d) p
  cross join lateral (
    select p.n, p.d,
      coalesce(p.n between 1 and 1e15 and p.d between 1 and 1e15, false) as is_known) q
  where o.unit <> v.unit and (q.is_known or u.code is not null)) g
where l.platform_id = g.platform_id and l.order_line_id = g.order_line_id;
