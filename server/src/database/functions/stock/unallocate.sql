-- Cancels allocations, in part or whole; the stock stays where it is and the claims keep their promise.
-- `lines` are [{allocationId, qty}]. Raises allocation_changed (ST409) when an allocation has ended or holds
-- less.
create or replace function stock.unallocate(platform uuid, lines jsonb) returns void
language plpgsql security definer set search_path = tenant, stock, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_row record;
  v_buckets bigint[];
  v_claims bigint[];
begin
  perform set_config('app.platform_id', platform::text, true);
  -- Each by its key: without the "offset 0" all allocations of the platform may be read.
  select array_agg(a.bucket_id), array_agg(a.reservation_id) into v_buckets, v_claims
  from jsonb_to_recordset(lines) as l("allocationId" bigint)
  cross join lateral (
    select bucket_id, reservation_id
    from allocations
    where platform_id = platform and allocation_id = l."allocationId"
    offset 0) a;
  perform 1
  from stock_buckets
  where platform_id = platform and bucket_id = any (v_buckets)
  order by bucket_id
  for no key update;
  perform 1
  from reservations
  where platform_id = platform and reservation_id = any (v_claims)
  order by reservation_id
  for no key update;
  for v_row in
    select a.*, l.qty as take
    from jsonb_to_recordset(lines) as l("allocationId" bigint, qty bigint)
    cross join lateral (
      select *
      from allocations
      where platform_id = platform and allocation_id = l."allocationId"
      offset 0) a
    order by a.allocation_id
  loop
    if v_row.state not in ('allocated', 'picked') or v_row.take > v_row.qty then
      raise exception 'allocation_changed' using
        errcode = 'ST409',
        detail = jsonb_build_object('allocationId', v_row.allocation_id::text)::text;
    end if;
    if v_row.take = v_row.qty then
      update allocations
      set state = 'cancelled'
      where platform_id = platform and allocation_id = v_row.allocation_id;
    else
      update allocations
      set qty = qty - v_row.take
      where platform_id = platform and allocation_id = v_row.allocation_id;
    end if;
    update stock_buckets
    set allocated = allocated - v_row.take
    where platform_id = platform and bucket_id = v_row.bucket_id;
    update reservations
    set allocated = allocated - v_row.take
    where platform_id = platform and reservation_id = v_row.reservation_id;
  end loop;
end
$$;

alter function stock.unallocate owner to stowage_stock;
revoke all on function stock.unallocate from public;
grant execute on function stock.unallocate to stowage_app;
