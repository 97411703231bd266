-- Posts several moves in one call, in their order, and returns what stock.post returns for each: a batch of
-- documents holds its locks for as long as the database works, not for one round trip per document. All
-- moves are posted or, with the refusal of the first that fails, none.
create or replace function stock.post_all(platform uuid, moves jsonb) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp
as $$
declare
  v_posted jsonb[] := '{}';
  v_row record;
begin
  for v_row in
    select x.one->'move' as move, x.one->'lines' as lines
    from jsonb_array_elements(moves) with ordinality as x(one, n)
    order by x.n
  loop
    v_posted := v_posted || stock.post(platform, v_row.move, v_row.lines);
  end loop;
  return to_jsonb(v_posted);
end
$$;

alter function stock.post_all owner to stowage_stock;
revoke all on function stock.post_all from public;
grant execute on function stock.post_all to stowage_app;
