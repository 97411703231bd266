-- identity: accounts and sessions of operators. tenant: everything that belongs to one platform.
-- audit: the log. ops: outbox, counters and remembered answers. authz: the few questions that cross
-- platforms. stock: the only writers of stock. Functions are files of their own, in ../functions.
create schema identity;
create schema tenant;
create schema audit;
create schema authz;
create schema stock;

grant usage on schema identity, tenant, audit, authz, ops, stock to stowage_app;
grant usage, create on schema authz to stowage_authz;
grant usage on schema tenant to stowage_authz;
grant usage on schema tenant, stock, audit to stowage_stock;
grant usage on schema audit to stowage_sealer;

-- Lets an index on words begin with the platform.
create extension if not exists btree_gin;
