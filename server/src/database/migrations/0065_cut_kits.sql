-- Parts of kits that were reserved before their kit was whole wait again, and go to orders that can use them.
-- Needs: stock.on_hold, stock.kits_at, stock.lock_kits, stock.give, stock.complete_kits, stock.cut_kits, stock.serve, stock.promote
do $$
declare
  v_platform uuid;
  v_kits uuid[];
begin
  perform set_config('search_path', 'tenant, stock, pg_temp', true);
  for v_platform in select platform_id from tenant.platforms loop
    perform set_config('app.platform_id', v_platform::text, true);
    select array_agg(distinct source_id) into v_kits
    from reservations
    where platform_id = v_platform and per_kit is not null and backordered > 0;
    if v_kits is not null then
      perform stock.lock_kits(v_platform, v_kits);
      perform stock.promote(v_platform, stock.cut_kits(v_platform, v_kits));
    end if;
  end loop;
  perform set_config('app.platform_id', '', true);
  perform set_config('search_path', '"$user", public', true);
end
$$;
