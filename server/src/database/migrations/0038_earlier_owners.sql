-- What is left of whoever used an address before its owner confirmed it.

-- Added before the account's present address was confirmed; the next password reset removes them.
alter table identity.passkeys
  add column from_before_email_change boolean not null default false;
alter table identity.totp_factors
  add column from_before_email_change boolean not null default false;
alter table identity.backup_batches
  add column from_before_email_change boolean not null default false;

-- The status a platform gets when its owner keeps it; null when no decision is due. Until then it
-- is suspended.
alter table tenant.platforms add column kept_status text;
alter table tenant.platforms add constraint platforms_kept_status_check
  check (kept_status is null or (kept_status in ('active', 'suspended') and status = 'suspended'));

-- Disabled: a member of such a platform, until its owner keeps it.
alter table tenant.members drop constraint members_status_check;
alter table tenant.members add constraint members_status_check
  check (status in ('active', 'invited', 'disabled'));

-- The platforms this account owns and has yet to keep or delete.
create function authz.platforms_to_decide(account uuid)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  where m.account_id = account and m.role = 'owner' and p.kept_status is not null
  order by p.platform_id
$$;
revoke all on function authz.platforms_to_decide(uuid) from public;
grant execute on function authz.platforms_to_decide(uuid) to stowage_app;
alter function authz.platforms_to_decide(uuid) owner to stowage_authz;
