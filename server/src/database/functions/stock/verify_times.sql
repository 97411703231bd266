-- Finds ledger entries and buckets whose times differ from those of their moves: stock as of a time is read
-- by these copies. `since` null asks for all moves, else for those recorded from then on, which are planned
-- for apart. One row for each problem, in no order, with the rule I2.
create or replace function stock.verify_times(platform uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
  set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  select 'I2', l.bucket_id || '/' || l.seq, m.effective_at || ', known ' || m.recorded_at,
    l.effective_at || ', known ' || l.recorded_at
  from stock_moves m
  join stock_ledger l on l.platform_id = platform and l.move_id = m.move_id
  where m.platform_id = platform
    and (since is null or m.recorded_at >= since)
    and (l.recorded_at, l.effective_at) <> (m.recorded_at, m.effective_at)

  union all
  select 'I2', b.bucket_id::text, 'last changed ' || l.recorded_at, b.last_at::text
  from stock_moves m
  join stock_ledger l on l.platform_id = platform and l.move_id = m.move_id
  join stock_buckets b
    on b.platform_id = platform
    and b.bucket_id = l.bucket_id
    and b.last_seq = l.seq
  where m.platform_id = platform
    and (since is null or m.recorded_at >= since)
    and b.last_at <> l.recorded_at;
end
$$;

revoke all on function stock.verify_times from public;
grant execute on function stock.verify_times to stowage_app;
