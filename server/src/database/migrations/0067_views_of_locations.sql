-- The page of locations has their name.
do $$
declare
  v_platform uuid;
begin
  for v_platform in select platform_id from tenant.platforms loop
    perform set_config('app.platform_id', v_platform::text, true);
    update tenant.saved_views set screen = 'locations'
    where platform_id = v_platform and screen = 'places';
    update tenant.default_views set screen = 'locations'
    where platform_id = v_platform and screen = 'places';
  end loop;
  perform set_config('app.platform_id', '', true);
end
$$;
