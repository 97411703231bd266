-- Returns the platforms in this database whose first change of available stock that was not announced is at least
-- `age` old, in order. Jumps from platform to platform, so that the changes of one cost the others nothing.
create or replace function authz.platforms_to_announce(age interval)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with recursive firsts as (
    (
      select c.platform_id, c.changed_at
      from tenant.available_changes c
      order by c.platform_id, c.change_no
      limit 1)
    union all
    select n.platform_id, n.changed_at
    from firsts f
    cross join lateral (
      select c.platform_id, c.changed_at
      from tenant.available_changes c
      where c.platform_id > f.platform_id
      order by c.platform_id, c.change_no
      limit 1) n
  )
  select f.platform_id
  from firsts f
  join tenant.platforms p on p.platform_id = f.platform_id and p.status <> 'deleted'
  where f.changed_at <= clock_timestamp() - age
    and not exists (select from directory.platforms away where away.platform_id = f.platform_id)
  order by f.platform_id
$$;

alter function authz.platforms_to_announce owner to stowage_authz;
revoke all on function authz.platforms_to_announce from public;
grant execute on function authz.platforms_to_announce to stowage_app;
