-- Free values of an integration.
alter table tenant.products add column metadata jsonb not null default '{}';
