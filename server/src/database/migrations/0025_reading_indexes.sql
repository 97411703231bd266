-- What reading large warehouses takes.

-- Items somebody watches are looked through for those that run low; most have no reorder point.
create index variants_watched on tenant.variants (platform_id, sku_key) where reorder_point is not null;
-- The rare kinds of movement: nearly all of them are of two or three kinds.
create index move_by_kind on tenant.stock_moves (platform_id, kind, recorded_at desc, move_id desc);

-- Items of the platform of this transaction with words that match, whatever their state and in no order:
-- as authz.find_variants, for lists that have conditions of their own.
create function authz.variants_with(terms text, most int) returns setof uuid
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
revoke all on function authz.variants_with(text, int) from public;
grant execute on function authz.variants_with(text, int) to stowage_app;
alter function authz.variants_with(text, int) owner to stowage_authz;

-- The same among a few thousand items, some from behind each place where codes may begin.
grant select (sku_key) on tenant.variants to stowage_authz;
create function authz.sample_variants(terms text, most int) returns setof uuid
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
revoke all on function authz.sample_variants(text, int) from public;
alter function authz.sample_variants(text, int) owner to stowage_authz;

-- Of words that very many items have the text index collects every match to give back a few: a sample
-- has as many. What it has too few of is rare, or stands together, and the index finds it soon.
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
