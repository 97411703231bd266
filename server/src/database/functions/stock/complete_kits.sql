-- Gives a kit that waits as many whole pieces of it as the free stock of all its components makes. A component of which more
-- is reserved already, because it is picked, gets less. The caller has called stock.lock_kits.
create or replace function stock.complete_kits(platform uuid, kit uuid) returns void
language plpgsql
as $$
declare
  v_gifts jsonb;
begin
  with c as (
    select
      r.reservation_id,
      r.component_id,
      r.per_kit,
      r.promised + r.consumed as had,
      least(r.backordered, greatest(s.on_hand - s.unavailable - s.reserved, 0)) as can
    from reservations r
    join stock_levels s
      on s.platform_id = platform
      and s.warehouse_id = r.warehouse_id
      and s.variant_id = r.variant_id
    where r.platform_id = platform
      and r.source_type = 'order_line'
      and r.source_id = kit
      and r.per_kit is not null
  ),
  k as (
    select min(div(t.had + t.can, t.per_kit)) as kits
    from (
      select component_id, per_kit, sum(had) as had, sum(can) as can
      from c
      group by 1, 2) t
  ),
  g as (
    select
      c.reservation_id,
      least(
        c.can,
        k.kits * c.per_kit - sum(c.had) over p - (sum(c.can) over (
          partition by c.component_id order by c.reservation_id) - c.can))::bigint as qty
    from c
    cross join k
    window p as (partition by c.component_id)
  )
  select jsonb_agg(jsonb_build_object('claim', reservation_id, 'qty', qty)) into v_gifts
  from g
  where qty > 0;
  if v_gifts is not null then
    perform stock.give(platform, v_gifts);
  end if;
end
$$;

alter function stock.complete_kits owner to stowage_stock;
revoke all on function stock.complete_kits from public;
