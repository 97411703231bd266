-- identity: accounts and sessions of operators. tenant: everything that belongs to one platform.
-- audit: the log. ops: the machine room. authz: the few questions that cross platforms.
create schema identity;
create schema tenant;
create schema audit;
create schema authz;

grant usage on schema identity, tenant, audit, authz to stowage_app;
grant usage, create on schema authz to stowage_authz;
grant usage on schema tenant to stowage_authz;
