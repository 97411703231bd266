-- Locks levels and buckets until commit, each in key order. It is the first call of a command that makes
-- more than one call of the stock functions. `lines` are the lines of its later postings, and
-- {lineNo, qty: "1", party: "loss", fromBucket} for every other bucket it will change; `levels` are the
-- levels it changes besides. Raises what stock.ensure raises.
create or replace function stock.lock(platform uuid, levels jsonb, lines jsonb) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_sides stock.side[];
  v_levels jsonb;
begin
  perform set_config('app.platform_id', platform::text, true);
  v_sides := stock.ensure(platform, lines);
  select
    levels || coalesce(
      jsonb_agg(jsonb_build_object('warehouseId', x.warehouse_id, 'variantId', x.variant_id)), '[]')
    into v_levels
  from unnest(v_sides) x;
  perform stock.lock_levels(platform, v_levels);
  perform 1
  from stock_buckets
  where platform_id = platform
    and bucket_id = any (select x.bucket_id from unnest(v_sides) x)
  order by bucket_id
  for no key update;
end
$$;

alter function stock.lock owner to stowage_stock;
revoke all on function stock.lock from public;
grant execute on function stock.lock to stowage_app;
