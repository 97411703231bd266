-- Makes parts of kits that make no whole kit wait again, as far as they are not allocated. Returns the levels in which stock
-- became free by it, [{warehouseId, variantId}]. The caller has called stock.lock_kits.
-- "limit (select null::bigint)" is no limit, of which the planner expects few rows: each is looked up by its key.
create or replace function stock.cut_kits(platform uuid, kits uuid[]) returns jsonb
language plpgsql
as $$
declare
  v_cuts jsonb;
begin
  with t as (
    select
      source_id,
      component_id,
      per_kit,
      sum(promised + consumed) as had,
      sum(allocated + consumed) as used
    from reservations
    where platform_id = platform
      and source_type = 'order_line'
      and source_id = any (kits)
      and per_kit is not null
    group by 1, 2, 3
  ),
  x as (
    select
      t.source_id,
      t.component_id,
      t.had - greatest(t.used, k.kits * t.per_kit) as loose
    from t
    join (select source_id, min(div(had, per_kit)) as kits from t group by 1) k
      on k.source_id = t.source_id
  ),
  c as (
    select
      r.reservation_id,
      r.warehouse_id,
      r.variant_id,
      least(
        r.promised - r.allocated,
        x.loose - (sum(r.promised - r.allocated) over (
          partition by r.source_id, r.component_id order by r.reservation_id desc)
          - (r.promised - r.allocated)))::bigint as qty
    from x
    join reservations r
      on r.platform_id = platform
      and r.source_type = 'order_line'
      and r.source_id = x.source_id
      and r.component_id = x.component_id
    where x.loose > 0
  )
  select
    jsonb_agg(
      jsonb_build_object(
        'claim', reservation_id, 'warehouseId', warehouse_id, 'variantId', variant_id, 'qty', qty))
    into v_cuts
  from c
  where qty > 0;
  if v_cuts is null then
    return '[]';
  end if;
  update reservations r
  set promised = r.promised - c.qty, backordered = r.backordered + c.qty
  from (
    select * from jsonb_to_recordset(v_cuts) as c(claim bigint, qty bigint)
    limit (select null::bigint)) c
  where r.platform_id = platform and r.reservation_id = c.claim;
  update stock_levels s
  set reserved = s.reserved - t.q, backordered = s.backordered + t.q, version = s.version + 1
  from (
    select c."warehouseId", c."variantId", sum(c.qty)::bigint as q
    from jsonb_to_recordset(v_cuts) as c("warehouseId" uuid, "variantId" uuid, qty bigint)
    group by 1, 2
    limit (select null::bigint)) t
  where s.platform_id = platform
    and s.warehouse_id = t."warehouseId"
    and s.variant_id = t."variantId";
  return v_cuts;
end
$$;

alter function stock.cut_kits owner to stowage_stock;
revoke all on function stock.cut_kits from public;
