-- Returns the number of members of each platform, without the owner, for the platforms whose members the
-- account may read.
create or replace function authz.member_counts(account uuid)
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

alter function authz.member_counts owner to stowage_authz;
revoke all on function authz.member_counts from public;
grant execute on function authz.member_counts to stowage_app;
