-- Returns the ids of the platforms whose audit log an operator may read; empty when there are none.
-- The policies of the audit tables call it.
create or replace function authz.audit_platforms(account uuid)
returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(m.platform_id), '{}')
  from tenant.members m
  where m.account_id = account and m.status = 'active' and m.role in ('owner', 'admin', 'auditor')
$$;

alter function authz.audit_platforms owner to stowage_authz;
revoke all on function authz.audit_platforms from public;
grant execute on function authz.audit_platforms to stowage_app;
