-- Raises an error unless the platform may be used in this database: SW001 when it is in another cell, SW002
-- when it is on its way there and the caller writes. A writer also holds a lock on the platform until its
-- transaction ends, so that whoever moves the platform can wait for those who began before.
create or replace function directory.require_here(platform uuid, is_writing boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_state text;
begin
  if is_writing then
    perform pg_advisory_xact_lock_shared(hashtextextended('platform ' || platform, 0));
  end if;
  -- After the lock, with a snapshot of its own.
  select d.state into v_state from directory.platforms d where d.platform_id = platform;
  if v_state = 'moving' and is_writing then
    raise exception 'platform % is being moved to another database', platform using errcode = 'SW002';
  elsif v_state in ('live', 'left') then
    raise exception 'platform % is in another database', platform using errcode = 'SW001';
  end if;
end
$$;

revoke all on function directory.require_here from public;
grant execute on function directory.require_here to stowage_app;
