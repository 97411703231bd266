-- Sets how urgent claims are: their priority, when they are due and when they expire.
create or replace function stock.set_urgency(
  platform uuid, claims bigint[], new_priority smallint, new_due_at timestamptz,
  new_expires_at timestamptz
) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
begin
  perform set_config('app.platform_id', platform::text, true);
  perform 1
  from reservations
  where platform_id = platform and reservation_id = any (claims)
  order by reservation_id
  for no key update;
  update reservations
  set priority = new_priority, due_at = new_due_at, expires_at = new_expires_at
  where platform_id = platform and reservation_id = any (claims);
end
$$;

alter function stock.set_urgency owner to stowage_stock;
revoke all on function stock.set_urgency from public;
grant execute on function stock.set_urgency to stowage_app;
