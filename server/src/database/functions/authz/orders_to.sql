-- Returns up to `most` orders of the platform of this transaction, the newest first, whose recipients match a tsquery. Of
-- more than `tried` matches it looks at that many. Like authz.customers_with: under a policy no query of ours uses the
-- text index.
create or replace function authz.orders_to(terms text, most int, tried int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_indexscan = off
as $$
declare own uuid := nullif(current_setting('app.platform_id', true), '')::uuid;
begin
  return query
    select m.order_id from (
      select o.order_id from tenant.orders o
      where o.platform_id = own and o.recipient_words <> '' and o.recipient_words @@ terms::tsquery
      limit tried) m
    order by m.order_id desc
    limit most;
end
$$;

alter function authz.orders_to owner to stowage_authz;
revoke all on function authz.orders_to from public;
grant execute on function authz.orders_to to stowage_app;
