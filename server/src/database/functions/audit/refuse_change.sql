-- Trigger function: refuses every update, delete and truncate of an audit table.
create or replace function audit.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'the audit log is only appended to';
end
$$;
