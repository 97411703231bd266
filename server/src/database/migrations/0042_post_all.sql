-- Posts several moves in one call, in their order: a batch of documents holds what it touches for as long
-- as the database works, not for as many round trips as it has documents. All of them or, with the
-- refusal of the first that fails, none.
create function stock.post_all(p uuid, moves jsonb) returns jsonb
language plpgsql security definer set search_path = tenant, stock, pg_temp as $$
declare v_out jsonb[] := '{}'; r record;
begin
  for r in select x.one->'move' as move, x.one->'lines' as lines from jsonb_array_elements(moves) with ordinality as x(one, n) order by x.n loop
    v_out := v_out || stock.post(p, r.move, r.lines);
  end loop;
  return to_jsonb(v_out);
end $$;

grant create on schema stock to stowage_stock;
revoke all on function stock.post_all(uuid, jsonb) from public;
grant execute on function stock.post_all(uuid, jsonb) to stowage_app;
alter function stock.post_all(uuid, jsonb) owner to stowage_stock;
revoke create on schema stock from stowage_stock;
