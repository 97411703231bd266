-- Ends claims: cancels their allocations, frees what they were promised and serves waiting backorders.
-- Raises platform_not_ready (ST503), and picked_goods (ST409) when something is picked and picked_too is
-- false; picked stock stays where it is.
create or replace function stock.release(platform uuid, claims bigint[], picked_too boolean) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_levels jsonb;
begin
  perform set_config('app.platform_id', platform::text, true);
  perform 1 from warehouse_settings where platform_id = platform;
  -- Also when row-level security hides the row.
  if not found then
    raise exception 'platform_not_ready' using errcode = 'ST503';
  end if;
  select coalesce(
    jsonb_agg(jsonb_build_object('warehouseId', k.warehouse_id, 'variantId', k.variant_id)), '[]')
    into v_levels
  from (
    select distinct r.warehouse_id, r.variant_id
    from reservations r
    where r.platform_id = platform and r.reservation_id = any (claims)) k;
  perform stock.lock_levels(platform, v_levels);
  perform 1
  from stock_buckets
  where platform_id = platform
    and bucket_id in (
      select a.bucket_id
      from allocations a
      where a.platform_id = platform
        and a.reservation_id = any (claims)
        and a.state in ('allocated', 'picked'))
  order by bucket_id
  for no key update;
  perform 1
  from reservations
  where platform_id = platform and reservation_id = any (claims)
  order by reservation_id
  for no key update;
  if not picked_too and exists (
    select 1
    from allocations
    where platform_id = platform and reservation_id = any (claims) and state = 'picked')
  then
    raise exception 'picked_goods' using errcode = 'ST409';
  end if;
  with c as (
    update allocations
    set state = 'cancelled'
    where platform_id = platform
      and reservation_id = any (claims)
      and state in ('allocated', 'picked')
    returning bucket_id, qty
  )
  update stock_buckets b
  set allocated = b.allocated - t.q
  from (select bucket_id, sum(qty)::bigint as q from c group by 1) t
  where b.platform_id = platform and b.bucket_id = t.bucket_id;
  update stock_levels s
  set reserved = s.reserved - t.a, backordered = s.backordered - t.b, version = s.version + 1
  from (
    select
      warehouse_id,
      variant_id,
      sum(promised)::bigint as a,
      sum(backordered)::bigint as b
    from reservations
    where platform_id = platform and reservation_id = any (claims)
    group by 1, 2) t
  where s.platform_id = platform
    and s.warehouse_id = t.warehouse_id
    and s.variant_id = t.variant_id;
  update reservations
  set promised = 0, backordered = 0, allocated = 0
  where platform_id = platform and reservation_id = any (claims);
  perform stock.promote(platform, v_levels);
end
$$;

alter function stock.release owner to stowage_stock;
revoke all on function stock.release from public;
grant execute on function stock.release to stowage_app;
