-- Trigger function: a path of a platform is in the directory, once over all cells. Runs as the owner, because
-- replication inserts paths as well.
create or replace function directory.note_slug() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into directory.slugs as s (slug, platform_id) values (new.slug, new.platform_id)
  on conflict (slug) do update set reserved_at = null, platform_id = excluded.platform_id
    where s.platform_id = excluded.platform_id
      -- Another database has decided already.
      or current_setting('session_replication_role') = 'replica';
  if not found then
    raise unique_violation using
      message = format('the path %s is reserved', new.slug), schema = 'tenant',
      table = 'slug_history', constraint = 'slug_history_pkey';
  end if;
  return null;
end
$$;

revoke all on function directory.note_slug from public;
