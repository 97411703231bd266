-- Returns up to `most` active variants whose words match a tsquery among a few thousand variants: the first
-- 150 from each place where SKUs may begin. Only authz.find_variants calls it.
create or replace function authz.sample_variants(terms text, most int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_indexscan = on
as $$
declare own uuid := nullif(current_setting('app.platform_id', true), '')::uuid;
begin
  return query
    select distinct s.variant_id
    from unnest(string_to_array('0123456789abcdefghijklmnopqrstuvwxyz', null)) as place(start)
    cross join lateral (
      select v.variant_id, v.search, v.state from tenant.variants v
      where v.platform_id = own and v.sku_key >= place.start order by v.sku_key limit 150) s
    where s.search @@ terms::tsquery and s.state = 'active'
    limit most;
end
$$;

alter function authz.sample_variants owner to stowage_authz;
revoke all on function authz.sample_variants from public;
