-- Trigger function: of what replication brings from a cell into the control database, refuses rows of platforms that do
-- not live in that cell, and of the audit log everything but new rows. The cell is stopped then, and its change stays
-- what is sent next, so that nothing is skipped in silence. Fires for replication only. The subscription says which cell
-- it is, because what the cell itself says of that cannot be trusted. See stowage cell add.
create or replace function directory.require_home() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_prefix constant text := 'stowage_cell_';
  v_cell text;
  v_platforms uuid[];
begin
  select substr(s.subname, length(v_prefix) + 1) into v_cell
  from pg_stat_subscription s
  where s.pid = pg_backend_pid() and starts_with(s.subname, v_prefix);
  -- A platform that moves in, or a command that corrects copies.
  if v_cell is null then
    return coalesce(new, old);
  end if;
  if tg_op = 'TRUNCATE' or (tg_table_schema = 'audit' and tg_op <> 'INSERT') then
    raise exception 'cell % publishes % on %, which is not copied', v_cell, tg_op, tg_relid::regclass;
  elsif tg_table_name = 'audit_seal' then
    v_platforms := array[new.chain];
  elsif tg_op = 'INSERT' then
    v_platforms := array[new.platform_id];
  elsif tg_op = 'UPDATE' then
    v_platforms := array[old.platform_id, new.platform_id];
  else
    v_platforms := array[old.platform_id];
  end if;
  if exists (
    select
    from unnest(v_platforms) p (id)
    where not exists (
        select
        from directory.platforms d
        where d.platform_id = p.id and d.state = 'live' and replace(d.cell, '-', '_') = v_cell)
      -- Between the steps of the move that brings it there.
      and not exists (
        select
        from directory.moves m
        where m.platform_id = p.id and m.step = 'left' and replace(m.target, '-', '_') = v_cell)
  ) then
    raise exception 'cell % publishes rows of platforms % in %, which do not live there',
      v_cell, v_platforms, tg_relid::regclass;
  end if;
  return coalesce(new, old);
end
$$;

revoke all on function directory.require_home from public;
