-- Trigger function: refuses to change a table of accounts in a cell. Replication itself fires no such trigger.
create or replace function directory.refuse_write() returns trigger
language plpgsql as $$
begin
  raise exception '% is changed in the control database only', tg_relid::regclass;
end
$$;

revoke all on function directory.refuse_write from public;
