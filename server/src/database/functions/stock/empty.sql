-- Deletes every warehouse row of a platform, and the API keys and webhooks of a deleted one: example data that is no longer wanted, or what is left of a
-- platform that is being removed. Returns false, and deletes nothing, where people have begun to keep stock
-- of their own.
create or replace function stock.empty(platform uuid) returns boolean
language plpgsql security definer set search_path = tenant, stock, pg_temp
as $$
declare
  v_demo text;
  v_status text;
  v_table text;
begin
  perform set_config('app.platform_id', platform::text, true);
  select status into v_status from platforms where platform_id = platform;
  -- Example data is removed without the keys and webhooks.
  if v_status = 'deleted' then
    delete from api_keys where platform_id = platform;
    delete from webhook_deliveries where platform_id = platform;
    delete from webhooks where platform_id = platform;
  end if;
  select demo into v_demo from warehouse_settings where platform_id = platform for update;
  if not found then
    return true;
  end if;
  if v_demo is null
    and v_status <> 'deleted'
    and (
      exists (select from products where platform_id = platform)
      or exists (select from warehouses where platform_id = platform and kind = 'site'))
  then
    return false;
  end if;
  -- The chains point backwards within a table, which is checked at the end of each statement.
  foreach v_table in array array[
    'return_photos', 'return_dispositions', 'return_items', 'return_lines', 'returns', 'manifest_packages', 'package_scans', 'package_lines', 'packages', 'shipments', 'manifests', 'pick_batch_lines', 'pick_tasks', 'pick_batches', 'fulfillment_lines', 'fulfillments', 'wave_orders', 'waves', 'manual_reservations', 'order_plans', 'order_holds', 'order_line_components', 'order_lines', 'orders', 'channels', 'customers', 'carriers', 'boxes',
    'kit_components', 'adjustment_lines', 'adjustments', 'receipt_lines', 'receipts', 'verify_runs', 'webhook_deliveries', 'tenant_events',
    'cost_layers', 'cost_entries', 'cost_balances', 'allocations', 'reservations', 'stock_ledger',
    'stock_moves', 'stock_buckets', 'available_changes', 'stock_levels', 'containers', 'serials', 'lots', 'barcodes',
    'variant_units', 'variants', 'products', 'categories', 'locations', 'zones',
    'member_warehouse_scope', 'exceptions', 'warehouses', 'reasons', 'number_sequences', 'warehouse_settings']
  loop
    execute format('delete from tenant.%I where platform_id = $1', v_table) using platform;
  end loop;
  return true;
end
$$;

alter function stock.empty owner to stowage_stock;
revoke all on function stock.empty from public;
grant execute on function stock.empty to stowage_app;
