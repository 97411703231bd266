-- Returns up to `most` variants of the platform of this transaction whose words match a tsquery, whatever
-- their state and in no order. Like authz.find_variants, for lists that have conditions of their own.
create or replace function authz.variants_with(terms text, most int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_indexscan = off
as $$
declare own uuid := nullif(current_setting('app.platform_id', true), '')::uuid;
begin
  return query
    select v.variant_id from tenant.variants v
    where v.platform_id = own and v.search @@ terms::tsquery
    limit most;
end
$$;

alter function authz.variants_with owner to stowage_authz;
revoke all on function authz.variants_with from public;
grant execute on function authz.variants_with to stowage_app;
