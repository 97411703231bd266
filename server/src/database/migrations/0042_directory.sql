-- directory: in which database each platform is. A migration of its own, because the next one needs functions of it.
create schema directory;
grant usage on schema directory to stowage_app, stowage_authz;
