-- The control database takes from a cell only rows of platforms that live there.
-- Needs: directory.require_home
do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'tenant.platforms', 'tenant.slug_history', 'tenant.members',
    'audit.audit_log', 'audit.audit_seal', 'audit.audit_values']
  loop
    execute format(
      'create trigger require_home before insert or update or delete on %s
         for each row execute function directory.require_home()', v_table);
    execute format(
      'create trigger require_home_truncate before truncate on %s
         for each statement execute function directory.require_home()', v_table);
    -- Nobody else pays for them.
    execute format('alter table %s enable replica trigger require_home', v_table);
    execute format('alter table %s enable replica trigger require_home_truncate', v_table);
  end loop;
end
$$;
