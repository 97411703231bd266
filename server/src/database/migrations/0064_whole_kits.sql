-- Kits are reserved whole: a claim of a component says how much of it one kit takes.
alter table tenant.reservations
  add column per_kit bigint,
  add constraint reservations_per_kit_check check (per_kit is null or (per_kit > 0 and component_id is not null));
drop function if exists stock.promote(uuid, uuid, uuid);
drop function if exists stock.serve(uuid, uuid, uuid, bigint, uuid[], bigint[]);
create index claim_of_kits on tenant.reservations (platform_id, warehouse_id, variant_id)
  where per_kit is not null and promised + backordered > 0;
do $$
declare
  v_platform uuid;
begin
  for v_platform in select platform_id from tenant.platforms loop
    perform set_config('app.platform_id', v_platform::text, true);
    update tenant.reservations r set per_kit = c.per_kit
    from tenant.order_line_components c
    where r.platform_id = v_platform and r.source_type = 'order_line' and r.component_id is not null
      and c.platform_id = v_platform and c.order_line_id = r.source_id
      and c.component_id = r.component_id;
  end loop;
  perform set_config('app.platform_id', '', true);
end
$$;
