-- The ends of accounts: another address, deletion by the owner, and those nobody ever confirmed.

-- Sessions that linked members began before this moment are over as well.
alter table identity.accounts add column signed_out_at timestamptz;
create index accounts_unconfirmed on identity.accounts (created_at, id)
  where email_verified_at is null;

-- The mail in the outbox that carries the link, which says whether a mail server has taken it. No
-- foreign key: mails are forgotten earlier than accounts.
alter table identity.mail_tokens add column mail_id uuid;
create index mail_tokens_by_age on identity.mail_tokens (expires_at);

create index sessions_by_end on identity.sessions ((least(revoked_at, idle_expires_at)));

-- Every platform an account is a member of, whatever its rights there; `has_others` when somebody
-- else is one too.
create function authz.memberships_of(account uuid)
returns table (platform_id uuid, name text, slug text, platform_status text, member_id uuid,
  role text, status text, created_at timestamptz, has_others boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id, p.name, p.slug, p.status, m.id, m.role, m.status, m.created_at,
    exists (select from tenant.members other
      where other.platform_id = m.platform_id and other.id <> m.id)
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  where m.account_id = account
  order by p.platform_id
$$;

-- The ids of all platforms in order, a page at a time: what is cleared away is cleared away in each
-- of them, with its row-level security on.
create function authz.platforms_after(last uuid, most int)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id from tenant.platforms p
  where p.platform_id > last order by p.platform_id limit most
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['memberships_of(uuid)', 'platforms_after(uuid, int)']
  loop
    execute format('revoke all on function authz.%s from public', signature);
    execute format('grant execute on function authz.%s to stowage_app', signature);
    execute format('alter function authz.%s owner to stowage_authz', signature);
  end loop;
end
$$;
