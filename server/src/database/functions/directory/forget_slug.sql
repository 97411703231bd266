-- Trigger function: a path that a platform gave up is free.
create or replace function directory.forget_slug() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from directory.slugs s where s.slug = old.slug and s.platform_id = old.platform_id;
  return null;
end
$$;

revoke all on function directory.forget_slug from public;
