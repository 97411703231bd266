-- For authz.platforms_waiting, and to find what waits in other warehouses.
create index stock_levels_waiting on tenant.stock_levels (platform_id, variant_id) where backordered > 0;
grant select (platform_id, backordered) on tenant.stock_levels to stowage_authz;
create policy authz_reads on tenant.stock_levels for select to stowage_authz using (true);
