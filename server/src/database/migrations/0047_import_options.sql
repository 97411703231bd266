-- How the numbers of a file are written: its decimal mark and its units of weight and length.
alter table tenant.imports add column options jsonb not null default '{}';
