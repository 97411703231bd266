-- Trigger function: refuses to change a table that replication fills. Replication itself fires no such trigger.
create or replace function directory.refuse_write() returns trigger
language plpgsql as $$
begin
  raise exception '% has copies of the rows of the control database, which are changed there', tg_relid::regclass;
end
$$;

revoke all on function directory.refuse_write from public;
