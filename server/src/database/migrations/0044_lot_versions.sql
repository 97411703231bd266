-- What is said of a lot can be corrected; whoever saw an older version is told so.
alter table tenant.lots add column version integer not null default 1;
