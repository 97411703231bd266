-- Returns the webhooks of active platforms in this database that have something to do: the number of the newest event they
-- have no deliveries for, or null, and whether a delivery is due. The relay calls this every second, so each
-- webhook costs two look-ups in an index and a platform without webhooks costs nothing.
create or replace function authz.webhooks_at_work(at timestamptz)
returns table (platform_id uuid, webhook_id uuid, newest bigint, is_due boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select w.platform_id, w.webhook_id, e.newest, d.is_due
  from tenant.webhooks w
  join tenant.platforms p on p.platform_id = w.platform_id and p.status = 'active'
  cross join lateral (
    select max(t.event_no) as newest
    from tenant.tenant_events t
    where t.platform_id = w.platform_id and t.event_no > w.event_no) e
  cross join lateral (
    select w.state = 'active' and exists (
      select from tenant.webhook_deliveries t
      where t.platform_id = w.platform_id and t.webhook_id = w.webhook_id and t.next_at <= at
    ) as is_due) d
  where w.state <> 'removed' and (e.newest is not null or d.is_due)
    and not exists (select from directory.platforms away where away.platform_id = p.platform_id)
  order by w.platform_id
$$;

alter function authz.webhooks_at_work owner to stowage_authz;
revoke all on function authz.webhooks_at_work from public;
grant execute on function authz.webhooks_at_work to stowage_app;
