-- The first events of a kind on a platform no longer wait for each other: each may note its value, so a
-- value may be there more than once.

alter table audit.audit_values add column audit_id uuid not null default gen_random_uuid();
alter table audit.audit_values alter column audit_id drop default;
alter table audit.audit_values drop constraint audit_values_pkey;
alter table audit.audit_values
  add constraint audit_values_pkey primary key (platform_id, kind, value, audit_id);
