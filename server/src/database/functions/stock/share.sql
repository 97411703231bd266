-- Returns value x times / by in whole numbers, halves rounded up; none of them may be negative. Division of
-- numeric values rounds to a number of decimals of its own choice first, so it is not used.
create or replace function stock.share(value numeric, times numeric, by numeric) returns bigint
language sql immutable
as $$
  select div(2 * value * times + by, 2 * by)::bigint
$$;

alter function stock.share owner to stowage_stock;
revoke all on function stock.share from public;
