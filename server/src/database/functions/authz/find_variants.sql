-- Returns up to `most` active variants of the platform of this transaction whose words match a tsquery, in
-- no order. Matching text is not leakproof, so under a policy the text index is never used and every
-- variant of the platform would be read. This role sees all rows, and the function keeps to one platform.
--
-- How many variants match is not known beforehand, and a wrong guess reads a million variants to find
-- none, so only the text index is left. For words that very many variants have, that index collects every
-- match to return a few: the sample has as many then. What the sample has too few of is rare or stands
-- together, and the index finds it soon.
create or replace function authz.find_variants(terms text, most int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_indexscan = off
as $$
declare
  own uuid := nullif(current_setting('app.platform_id', true), '')::uuid;
  sample uuid[] := array(select authz.sample_variants(terms, most));
begin
  if cardinality(sample) = most then
    return query select unnest(sample);
    return;
  end if;
  return query
    select v.variant_id from tenant.variants v
    where v.platform_id = own and v.search @@ terms::tsquery and v.state = 'active'
    limit most;
end
$$;

alter function authz.find_variants owner to stowage_authz;
revoke all on function authz.find_variants from public;
grant execute on function authz.find_variants to stowage_app;
