-- Zones are told apart by their codes whatever their case, as locations are. Of those that differ by
-- nothing else, the older keeps its code.
update tenant.zones z
set code = left(z.code, 33) || '-' || right(z.zone_id::text, 6)
where exists (
  select from tenant.zones o
  where o.platform_id = z.platform_id and o.warehouse_id = z.warehouse_id
    and lower(o.code) = lower(z.code)
    and (o.created_at, o.zone_id) < (z.created_at, z.zone_id));

alter table tenant.zones
  add column code_key text not null generated always as (lower(code)) stored,
  drop constraint zones_code_key,
  add constraint zones_code_key unique (platform_id, warehouse_id, code_key);
