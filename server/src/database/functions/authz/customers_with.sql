-- Returns up to `most` customers of the platform of this transaction whose words match a tsquery, in no order. Like
-- authz.variants_with: matching text is not leakproof, so under a policy no query of ours uses the text index.
create or replace function authz.customers_with(terms text, most int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_indexscan = off
as $$
declare own uuid := nullif(current_setting('app.platform_id', true), '')::uuid;
begin
  return query
    select c.customer_id from tenant.customers c
    where c.platform_id = own and c.words @@ terms::tsquery
    limit most;
end
$$;

alter function authz.customers_with owner to stowage_authz;
revoke all on function authz.customers_with from public;
grant execute on function authz.customers_with to stowage_app;
