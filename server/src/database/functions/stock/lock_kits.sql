-- Locks the levels of all components of kits, and then their claims. The caller holds the locks of some levels, so that none
-- is waited for here: raises serialization_failure (40001) where others have one, and the transaction begins again.
create or replace function stock.lock_kits(platform uuid, kits uuid[]) returns void
language plpgsql
as $$
declare
  v_levels int;
  v_locked int;
begin
  select count(*), count(s.is_locked) into v_levels, v_locked
  from (
    select distinct warehouse_id, variant_id
    from reservations
    where platform_id = platform
      and source_type = 'order_line'
      and source_id = any (kits)
      and promised + backordered > 0
    order by 1, 2) k
  left join lateral (
    select true as is_locked
    from stock_levels
    where platform_id = platform
      and warehouse_id = k.warehouse_id
      and variant_id = k.variant_id
    offset 0
    for no key update skip locked) s on true;
  if v_locked < v_levels then
    raise exception 'kit_locked_by_others' using errcode = '40001';
  end if;
  perform 1
  from reservations
  where platform_id = platform and source_type = 'order_line' and source_id = any (kits)
  order by reservation_id
  for no key update;
end
$$;

alter function stock.lock_kits owner to stowage_stock;
revoke all on function stock.lock_kits from public;
