-- Returns the active platforms that a mail address signs in to with a password of the platform itself.
-- At most 20, by name.
create or replace function authz.platforms_of_email(address_key text)
returns table (id uuid, name text, slug text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.platform_id, p.name, p.slug
  from tenant.members m
  join tenant.platforms p on p.platform_id = m.platform_id
  where m.email_key = address_key and m.account_id is null
    and m.status = 'active' and p.status = 'active'
  order by p.name, p.platform_id
  limit 20
$$;

alter function authz.platforms_of_email owner to stowage_authz;
revoke all on function authz.platforms_of_email from public;
grant execute on function authz.platforms_of_email to stowage_app;
