-- Reserves stock for lines of documents and returns, in any order, what each line got: promised, backordered
-- and short. `mode` is strict (all or a refusal), partial (what there is) or backorder (the rest waits, up to
-- the limit of the level). Components of a kit, which say how much of them one kit takes (perKit), are promised for whole
-- kits only. A line that `waits` is not promised but served after all others that wait, without a limit. Lines of one source, variant and warehouse add up in one claim. Raises
-- platform_not_ready (ST503) and insufficient_stock (ST409), whose detail lists the lines that are short.
create or replace function stock.promise(platform uuid, lines jsonb, mode text) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_given jsonb := '[]';
  v_short jsonb := '[]';
  v_cut jsonb := '[]';
  v_now timestamptz := clock_timestamp();
  v_level record;
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
    cross join lateral (
      select variant_id, qty_scale, tracking, backorder_limit
      from variants
      where platform_id = platform and variant_id = l."variantId"
      offset 0) v
    order by 2, 3
    on conflict do nothing;
  end if;
  perform 1
  from (
    select distinct l."warehouseId", l."variantId"
    from jsonb_to_recordset(lines) as l("warehouseId" uuid, "variantId" uuid)
    order by 1, 2) k
  cross join lateral (
    select 1
    from stock_levels
    where platform_id = platform
      and warehouse_id = k."warehouseId"
      and variant_id = k."variantId"
    offset 0
    for no key update) s;
  -- One statement plans and claims, so that no list is packed and read again; a refusal takes it all back.
  -- Demand is summed per level before it is compared: two lines of one variant never see the same free
  -- unit. `free` is null where there is no level, `room` where the level has no limit.
  for v_level in
    with asked as (
      select l.*, s.free, s.room, sum(l.qty) over w as run
      from jsonb_to_recordset(lines) as l(
        "lineNo" int, "sourceType" text, "sourceId" uuid, "componentId" uuid, "warehouseId" uuid,
        "variantId" uuid, qty bigint, priority smallint, "dueAt" timestamptz,
        "expiresAt" timestamptz, "perKit" bigint, waits boolean
      )
      left join lateral (
        select on_hand - unavailable - reserved as free, backorder_limit - backordered as room
        from stock_levels
        where platform_id = platform
          and warehouse_id = l."warehouseId"
          and variant_id = l."variantId"
        offset 0) s on true
      window w as (
        partition by l."warehouseId", l."variantId" order by l."lineNo" rows unbounded preceding)
    ),
    gotten as (
      select
        asked.*,
        case
          when waits then 0
          else greatest(0, least(qty, coalesce(free, 0) - (run - qty)))
        end::bigint as got
      from asked
    ),
    kits as (
      select x."sourceId", min(x.kits) as kits
      from (
        select "sourceId", "componentId", div(sum(got), "perKit") as kits
        from gotten
        where "perKit" is not null
        group by 1, 2, "perKit") x
      group by 1
    ),
    -- Of a kit whole pieces are promised; the rest of its components waits with them.
    taken as (
      select gotten.*, got as promised
      from gotten
      where "perKit" is null
      union all
      select
        g.*,
        greatest(
          0,
          least(
            g.got,
            k.kits * g."perKit" - (sum(g.got) over (
              partition by g."sourceId", g."componentId"
              order by g."warehouseId" rows unbounded preceding) - g.got)))::bigint
      from gotten g
      join kits k on k."sourceId" = g."sourceId"
      where g."perKit" is not null
    ),
    resting as (
      select taken.*, qty - promised as rest, sum(qty - promised) over w as rest_run
      from taken
      window w as (
        partition by "warehouseId", "variantId" order by "lineNo" rows unbounded preceding)
    ),
    given as materialized (
      select
        resting.*,
        case
          when mode <> 'backorder' or free is null then 0
          when room is null or waits then rest
          else greatest(0, least(rest, room - (rest_run - rest)))
        end::bigint as backordered
      from resting
    ),
    claimed as (
      insert into reservations as r (
        platform_id, source_type, source_id, component_id, warehouse_id, variant_id, promised,
        backordered, priority, due_at, expires_at, per_kit
      )
      select
        platform, "sourceType", "sourceId", "componentId", "warehouseId", "variantId",
        sum(promised)::bigint, sum(backordered)::bigint, coalesce(max(priority), 5),
        min("dueAt"), min("expiresAt"), max("perKit")
      from given
      where promised + backordered > 0
      group by 2, 3, 4, 5, 6
      -- Among equals the first line is served first: claims wait in the order of their ids.
      order by min("lineNo")
      on conflict on constraint one_claim do update
      set
        promised = r.promised + excluded.promised,
        backordered = r.backordered + excluded.backordered
    )
    select
      "warehouseId" as warehouse_id,
      "variantId" as variant_id,
      sum(promised)::bigint as promised,
      sum(backordered)::bigint as backordered,
      coalesce(bool_or(got > promised or waits), false) as is_cut,
      jsonb_agg(
        jsonb_build_object(
          'lineNo', "lineNo",
          'promised', promised::text,
          'backordered', backordered::text,
          'short', (rest - backordered)::text)
      ) as lines,
      jsonb_agg(
        jsonb_build_object(
          'lineNo', "lineNo",
          'warehouseId', "warehouseId",
          'variantId', "variantId",
          'requested', qty::text,
          'available', promised::text,
          'short', (rest - backordered)::text)
      ) filter (where rest > backordered) as short
    from given
    group by 1, 2
  loop
    update stock_levels
    set
      reserved = reserved + v_level.promised,
      backordered = backordered + v_level.backordered,
      version = version + 1,
      changed_at = v_now
    where platform_id = platform
      and warehouse_id = v_level.warehouse_id
      and variant_id = v_level.variant_id;
    v_given := v_given || v_level.lines;
    v_short := v_short || coalesce(v_level.short, '[]');
    if v_level.is_cut then
      v_cut := v_cut || jsonb_build_object(
        'warehouseId', v_level.warehouse_id, 'variantId', v_level.variant_id);
    end if;
  end loop;
  if v_short <> '[]' and mode <> 'partial' then
    raise exception 'insufficient_stock' using errcode = 'ST409', detail = v_short::text;
  end if;
  -- What a kit was not promised is there for other lines of the same order.
  if v_cut <> '[]' then
    perform stock.promote(platform, v_cut);
  end if;
  return v_given;
end
$$;

alter function stock.promise owner to stowage_stock;
revoke all on function stock.promise from public;
grant execute on function stock.promise to stowage_app;
