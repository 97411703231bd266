-- Types of events are in lower snake case: `order.partiallyShipped` is `order.partially_shipped`. Row-level security
-- is forced, so each platform is visited.
do $$
declare
  v_platform uuid;
begin
  for v_platform in select platform_id from tenant.platforms loop
    perform set_config('app.platform_id', v_platform::text, true);
    update tenant.tenant_events
    set type = lower(regexp_replace(type, '([A-Z])', '_\1', 'g'))
    where platform_id = v_platform and type ~ '[A-Z]';
    update tenant.webhook_deliveries
    set type = lower(regexp_replace(type, '([A-Z])', '_\1', 'g'))
    where platform_id = v_platform and type ~ '[A-Z]';
    update tenant.webhooks
    set types = array(select lower(regexp_replace(t, '([A-Z])', '_\1', 'g')) from unnest(types) t)
    where platform_id = v_platform and array_to_string(types, ' ') ~ '[A-Z]';
  end loop;
  perform set_config('app.platform_id', '', true);
end
$$;
