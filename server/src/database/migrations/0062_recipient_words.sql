-- Orders are found by any word of the name they are shipped to (weight A), and by the last digits of its phone number
-- (weight B), which may be of nobody who is a customer. The server writes the words, as it does those of customers.
-- Needs: authz.orders_to
alter table tenant.orders add column recipient_words tsvector not null default '';
do $$
declare
  v_platform uuid;
begin
  for v_platform in select platform_id from tenant.platforms loop
    perform set_config('app.platform_id', v_platform::text, true);
    update tenant.orders set recipient_words =
      setweight(to_tsvector('simple',
        lower(concat_ws(' ', shipping_address->>'name', shipping_address->>'company'))), 'A')
      || setweight(to_tsvector('simple', coalesce((
        select string_agg(substr(p.digits, n), ' ')
        from (select regexp_replace(shipping_address->>'phone', '\D', '', 'g') as digits) p,
          generate_series(1, length(p.digits) - 3) n), '')), 'B')
    where platform_id = v_platform and shipping_address is not null;
  end loop;
  perform set_config('app.platform_id', '', true);
end
$$;
create index orders_by_recipient on tenant.orders using gin (platform_id, recipient_words)
  where recipient_words <> '';
grant select (platform_id, order_id, recipient_words) on tenant.orders to stowage_authz;
create policy authz_reads on tenant.orders for select to stowage_authz using (true);
