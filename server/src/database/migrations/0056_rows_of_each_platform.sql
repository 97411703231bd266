-- Migrations 41, 47, 48 and 51 updated rows without visiting the platforms. Where row-level security is forced for the
-- owner too, they saw none, so they are repeated for what they have not changed.
do $$
declare
  v_platform uuid;
begin
  for v_platform in select platform_id from tenant.platforms loop
    perform set_config('app.platform_id', v_platform::text, true);
    update tenant.reasons set applies = array_append(applies, 'short_pick')
    where platform_id = v_platform and code = 'damaged' and not 'short_pick' = any (applies);
    update tenant.customers c set words =
      setweight(to_tsvector('simple', split_part(search, E'\n', 1) || ' ' || split_part(search, E'\n', 2)), 'A')
      || setweight(to_tsvector('simple', lower(array_to_string(emails, ' '))), 'B')
      || setweight(to_tsvector('simple', coalesce((
        select string_agg(substr(p.digits, n), ' ')
        from (select regexp_replace(phone, '\D', '', 'g') as digits from unnest(phones) phone) p,
          generate_series(1, length(p.digits) - 3) n), '')), 'B')
    where c.platform_id = v_platform and c.words = '';
    update tenant.order_lines l set qty_out_of_stock = l.qty_cancelled
    from tenant.orders o
    where l.platform_id = v_platform and l.qty_out_of_stock = 0
      and o.platform_id = l.platform_id and o.order_id = l.order_id and o.mode = 'cancel_rest'
      and l.qty_cancelled > 0 and o.state not in ('cancelled', 'closed_short')
      and not exists (
        select from tenant.tenant_events e
        where e.platform_id = o.platform_id and e.subject_type = 'order'
          and e.subject_id = o.order_id::text and e.type = 'order.line_cancelled');
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
      where o.platform_id = v_platform and o.unit <> v.unit and (q.is_known or u.code is not null)) g
    where l.platform_id = v_platform and l.unit_numerator = 1 and l.unit_denominator = 1
      and l.platform_id = g.platform_id and l.order_line_id = g.order_line_id;
  end loop;
  perform set_config('app.platform_id', '', true);
end
$$;
