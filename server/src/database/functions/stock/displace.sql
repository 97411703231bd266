-- Turns promises into backorders, those of orders on hold and then the least urgent claim first, because stock was lost of which too little
-- is free. Called between stock.lock and stock.post, in one transaction. What is left of a kit waits with it, as far as it
-- is not allocated; stock.post gives it to others once the lost stock is gone. Returns the sources that wait again
-- with their quantities. Raises oversell_refused (ST409) when the claims hold less than the given quantity.
create or replace function stock.displace(
  platform uuid, warehouse uuid, variant uuid, quantity bigint
) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_displaced jsonb;
  v_taken bigint;
  v_kits uuid[];
begin
  perform set_config('app.platform_id', platform::text, true);
  perform 1
  from stock_levels
  where platform_id = platform and warehouse_id = warehouse and variant_id = variant
  for no key update;
  perform 1
  from reservations
  where platform_id = platform
    and warehouse_id = warehouse
    and variant_id = variant
    and promised > allocated
  order by reservation_id
  for no key update;
  with x as (
    select
      reservation_id,
      promised - allocated as b,
      sum(promised - allocated) over (
        order by
          stock.on_hold(platform, source_type, source_id) desc,
          priority,
          due_at desc nulls first,
          reservation_id desc) as run
    from reservations
    where platform_id = platform
      and warehouse_id = warehouse
      and variant_id = variant
      and promised > allocated
  ),
  u as (
    update reservations r
    set promised = r.promised - t.q, backordered = r.backordered + t.q
    from (
      select reservation_id, least(b, quantity - (run - b))::bigint as q
      from x
      where run - b < quantity) t
    where r.platform_id = platform and r.reservation_id = t.reservation_id
    returning r.source_type, r.source_id, t.q
  )
  select
    jsonb_agg(
      jsonb_build_object('sourceType', source_type, 'sourceId', source_id, 'qty', q::text)),
    sum(q)
    into v_displaced, v_taken
  from u;
  if v_taken is distinct from quantity then
    raise exception 'oversell_refused' using errcode = 'ST409';
  end if;
  update stock_levels
  set reserved = reserved - quantity, backordered = backordered + quantity, version = version + 1
  where platform_id = platform and warehouse_id = warehouse and variant_id = variant;
  select array_agg(distinct r.source_id) into v_kits
  from jsonb_to_recordset(v_displaced) as d("sourceId" uuid)
  join reservations r
    on r.platform_id = platform
    and r.source_type = 'order_line'
    and r.source_id = d."sourceId"
    and r.per_kit is not null;
  if v_kits is not null then
    perform stock.lock_kits(platform, v_kits);
    perform set_config(
      'stock.freed',
      (
        coalesce(nullif(current_setting('stock.freed', true), ''), '[]')::jsonb
        || stock.cut_kits(platform, v_kits))::text,
      true);
  end if;
  return v_displaced;
end
$$;

alter function stock.displace owner to stowage_stock;
revoke all on function stock.displace from public;
grant execute on function stock.displace to stowage_app;
