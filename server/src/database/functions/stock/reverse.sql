-- Posts the opposite of a move, with its values, and returns what stock.post returns. `header` says who
-- reverses it and why. Raises not_found (ST404), not_reversible (ST409), and what stock.post raises; a move
-- that was reversed before is refused by a constraint.
create or replace function stock.reverse(platform uuid, original_move bigint, header jsonb) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_original stock_moves;
  v_lines jsonb;
begin
  perform set_config('app.platform_id', platform::text, true);
  select * into v_original
  from stock_moves
  where platform_id = platform and move_id = original_move;
  if not found then
    raise exception 'not_found' using errcode = 'ST404';
  end if;
  if v_original.kind not in (
    'receive', 'relocate', 'status_change', 'adjust', 'count', 'scrap', 'return_in')
    or v_original.reverses_move_id is not null
  then
    raise exception 'not_reversible' using errcode = 'ST409';
  end if;
  select jsonb_agg(
    jsonb_strip_nulls(
      jsonb_build_object(
        'lineNo', line_no,
        'qty', q,
        'party', nullif(party, 'stock'),
        'fromBucket', f,
        'toBucket', t,
        'valueMicros', val))
  ) into v_lines
  from (
    select
      g.line_no,
      g.party,
      abs(max(g.delta)) as q,
      max(g.bucket_id) filter (where g.delta > 0) as f,
      max(g.bucket_id) filter (where g.delta < 0) as t,
      (
        select abs(sum(c.value_delta)) + sum(c.variance_micros)
        from cost_entries c
        where c.platform_id = platform
          and c.move_id = original_move
          and c.line_no = g.line_no
          and g.party <> 'stock'
      ) as val
    from stock_ledger g
    where g.platform_id = platform and g.move_id = original_move
    group by 1, 2) z;
  return stock.post(
    platform,
    header || jsonb_build_object(
      'kind', v_original.kind,
      'warehouseId', v_original.warehouse_id,
      'sourceType', 'stock_move',
      'reversesMoveId', original_move),
    v_lines);
end
$$;

alter function stock.reverse owner to stowage_stock;
revoke all on function stock.reverse from public;
grant execute on function stock.reverse to stowage_app;
