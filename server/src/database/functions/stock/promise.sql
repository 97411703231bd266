-- Reserves stock for lines of documents and returns the lines with what each got: promised, backordered and
-- short. `mode` is strict (all or a refusal), partial (what there is) or backorder (the rest waits, up to
-- the limit of the level). Lines of one source, variant and warehouse add up in one claim. Raises
-- platform_not_ready (ST503) and insufficient_stock (ST409), whose detail lists the lines that are short.
create or replace function stock.promise(platform uuid, lines jsonb, mode text) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_plan jsonb;
  v_short jsonb;
  v_now timestamptz := clock_timestamp();
begin
  perform set_config('app.platform_id', platform::text, true);
  perform 1 from warehouse_settings where platform_id = platform;
  -- Also when row-level security hides the row.
  if not found then
    raise exception 'platform_not_ready' using errcode = 'ST503';
  end if;
  if mode = 'backorder' then
    insert into stock_levels (
      platform_id, warehouse_id, variant_id, qty_scale, tracking, backorder_limit
    )
    select distinct
      platform, l."warehouseId", v.variant_id, v.qty_scale, v.tracking, v.backorder_limit
    from jsonb_to_recordset(lines) as l("warehouseId" uuid, "variantId" uuid)
    join variants v on v.platform_id = platform and v.variant_id = l."variantId"
    order by 2, 3
    on conflict do nothing;
  end if;
  perform 1
  from stock_levels s
  where s.platform_id = platform
    and (s.warehouse_id, s.variant_id) in (
      select l."warehouseId", l."variantId"
      from jsonb_to_recordset(lines) as l("warehouseId" uuid, "variantId" uuid))
  order by s.warehouse_id, s.variant_id
  for no key update;
  -- Demand is summed per key before it is compared: two lines of one variant never see the same free unit.
  with l as (
    select
      l.*,
      coalesce(s.on_hand - s.unavailable - s.reserved, 0) as free,
      case when s.variant_id is null then 0 else s.backorder_limit end as lim,
      coalesce(s.backordered, 0) as waiting,
      sum(l.qty) over w as run
    from jsonb_to_recordset(lines) as l(
      "lineNo" int, "sourceType" text, "sourceId" uuid, "componentId" uuid, "warehouseId" uuid,
      "variantId" uuid, qty bigint, priority smallint, "dueAt" timestamptz, "expiresAt" timestamptz
    )
    left join stock_levels s
      on s.platform_id = platform
      and s.warehouse_id = l."warehouseId"
      and s.variant_id = l."variantId"
    window w as (
      partition by l."warehouseId", l."variantId" order by l."lineNo" rows unbounded preceding)
  ),
  t as (select l.*, greatest(0, least(qty, free - (run - qty)))::bigint as take from l),
  k as (
    select t.*, (qty - take)::bigint as rest, sum(qty - take) over w as rrun
    from t
    window w as (
      partition by "warehouseId", "variantId" order by "lineNo" rows unbounded preceding)
  ),
  b as (
    select
      k.*,
      case
        when mode <> 'backorder' then 0
        when lim is null then rest
        else greatest(0, least(rest, lim - waiting - (rrun - rest)))
      end::bigint as back
    from k
  )
  select
    jsonb_agg(
      jsonb_build_object(
        'lineNo', "lineNo",
        'sourceType', "sourceType",
        'sourceId', "sourceId",
        'componentId', "componentId",
        'warehouseId', "warehouseId",
        'variantId', "variantId",
        'qty', qty::text,
        'promised', take::text,
        'backordered', back::text,
        'short', (rest - back)::text,
        'priority', priority,
        'dueAt', "dueAt",
        'expiresAt', "expiresAt")
      order by "lineNo"),
    jsonb_agg(
      jsonb_build_object(
        'lineNo', "lineNo",
        'requested', qty::text,
        'available', take::text,
        'short', (rest - back)::text)
    ) filter (where rest > back)
    into v_plan, v_short
  from b;
  if v_short is not null and mode <> 'partial' then
    raise exception 'insufficient_stock' using errcode = 'ST409', detail = v_short::text;
  end if;
  insert into reservations as r (
    platform_id, source_type, source_id, component_id, warehouse_id, variant_id, promised,
    backordered, priority, due_at, expires_at
  )
  select
    platform, "sourceType", "sourceId", "componentId", "warehouseId", "variantId",
    sum(promised)::bigint, sum(backordered)::bigint, coalesce(max(priority), 5), min("dueAt"),
    min("expiresAt")
  from jsonb_to_recordset(v_plan) as x(
    "sourceType" text, "sourceId" uuid, "componentId" uuid, "warehouseId" uuid, "variantId" uuid,
    promised bigint, backordered bigint, priority smallint, "dueAt" timestamptz,
    "expiresAt" timestamptz
  )
  where promised + backordered > 0
  group by 2, 3, 4, 5, 6
  on conflict on constraint one_claim do update
  set
    promised = r.promised + excluded.promised,
    backordered = r.backordered + excluded.backordered;
  update stock_levels s
  set
    reserved = s.reserved + x.a,
    backordered = s.backordered + x.b,
    version = s.version + 1,
    changed_at = v_now
  from (
    select
      "warehouseId" as w,
      "variantId" as v,
      sum(promised)::bigint as a,
      sum(backordered)::bigint as b
    from jsonb_to_recordset(v_plan) as y(
      "warehouseId" uuid, "variantId" uuid, promised bigint, backordered bigint
    )
    group by 1, 2) x
  where s.platform_id = platform and s.warehouse_id = x.w and s.variant_id = x.v;
  return v_plan;
end
$$;

alter function stock.promise owner to stowage_stock;
revoke all on function stock.promise from public;
grant execute on function stock.promise to stowage_app;
