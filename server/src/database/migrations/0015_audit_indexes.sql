-- Finding events fast in a log of many millions, and how many people belong to each platform.

-- Each index has the actor as well, which the policy asks of every row: counting then never touches
-- the table.
drop index audit.audit_log_by_platform;
create index audit_log_by_platform on audit.audit_log (platform_id, created_at desc, id desc)
  include (actor_id);
-- A filter reads one stretch of one of these for each action or address that matches. An index of
-- trigrams would be of no use: its operator is not leakproof, so it may not run before the policy.
create index audit_log_by_action on audit.audit_log (platform_id, action, created_at desc, id desc)
  include (actor_id);
create index audit_log_by_email
  on audit.audit_log (platform_id, actor_email, created_at desc, id desc) include (actor_id);

-- How many people belong to each of these platforms, the owner aside; only of those whose members
-- the account may read.
create function authz.member_counts(account uuid)
returns table (platform_id uuid, members int)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select mine.platform_id, (
    select count(*)::int from tenant.members m
    where m.platform_id = mine.platform_id and m.role <> 'owner')
  from tenant.members mine
  where mine.account_id = account and mine.status = 'active'
    and mine.role in ('owner', 'admin', 'auditor')
$$;
revoke all on function authz.member_counts(uuid) from public;
grant execute on function authz.member_counts(uuid) to stowage_app;
alter function authz.member_counts(uuid) owner to stowage_authz;
