-- Applies a posted move to the allocations its lines name. The claim of a line says what happens to its
-- allocation: carry and restore leave it picked at the new bucket, follow keeps its state there, consume
-- ends it as shipped, and drop cancels it. Raises allocation_changed (ST409) when an allocation is not as
-- the line expects it.
create or replace function stock.move_claims(
  platform uuid, posted_move bigint, lines jsonb, sides stock.side[]
) returns void
language plpgsql
as $$
declare
  v_row record;
  v_state text;
  v_bucket_id bigint;
  v_allocated bigint;
  v_consumed bigint;
begin
  perform 1
  from reservations
  where platform_id = platform
    and reservation_id = any (array(
      select a.reservation_id
      from jsonb_to_recordset(lines) as l("allocationId" bigint)
      -- Each by its key: without the "offset 0" all allocations of the platform may be read.
      cross join lateral (
        select reservation_id
        from allocations
        where platform_id = platform and allocation_id = l."allocationId"
        offset 0) a))
  order by reservation_id
  for no key update;
  for v_row in
    select
      a.*,
      l.qty as take,
      l.claim,
      l."lineNo" as line,
      l."fromBucket" as from_bucket,
      t.bucket_id as to_bucket
    from jsonb_to_recordset(lines) as l(
      "lineNo" int, qty bigint, "fromBucket" bigint, "allocationId" bigint, claim text
    )
    cross join lateral (
      select *
      from allocations
      where platform_id = platform and allocation_id = l."allocationId"
      offset 0) a
    left join unnest(sides) t on t.line_no = l."lineNo" and t.delta > 0
    order by a.allocation_id
  loop
    if v_row.qty < v_row.take
      or (v_row.claim = 'restore' and (v_row.state <> 'consumed' or v_row.qty <> v_row.take))
      or (v_row.claim <> 'restore'
        and (v_row.bucket_id <> v_row.from_bucket or v_row.state not in ('allocated', 'picked')))
    then
      raise exception 'allocation_changed' using
        errcode = 'ST409',
        detail = jsonb_build_object('allocationId', v_row.allocation_id::text)::text;
    end if;
    v_state := case
      when v_row.claim in ('carry', 'restore') then 'picked'
      when v_row.claim = 'follow' then v_row.state
      when v_row.claim = 'consume' then 'consumed'
      else 'cancelled'
    end;
    v_bucket_id := case
      when v_row.claim in ('carry', 'follow', 'restore') then v_row.to_bucket
      else v_row.bucket_id
    end;
    if v_row.qty > v_row.take then
      update allocations
      set qty = qty - v_row.take
      where platform_id = platform and allocation_id = v_row.allocation_id;
      insert into allocations (
        platform_id, reservation_id, bucket_id, qty, state, move_id, line_no
      )
      values (
        platform, v_row.reservation_id, v_bucket_id, v_row.take, v_state, posted_move, v_row.line
      );
    else
      update allocations
      set bucket_id = v_bucket_id, state = v_state, move_id = posted_move, line_no = v_row.line
      where platform_id = platform and allocation_id = v_row.allocation_id;
    end if;
    v_allocated := case
      when v_row.claim = 'restore' then -v_row.take
      when v_row.claim in ('carry', 'follow') then 0
      else v_row.take
    end;
    v_consumed := case when v_row.claim = 'drop' then 0 else v_allocated end;
    update reservations
    set
      promised = promised - v_consumed,
      allocated = allocated - v_allocated,
      consumed = consumed + v_consumed
    where platform_id = platform
      and reservation_id = v_row.reservation_id
      and v_allocated <> 0;
  end loop;
end
$$;

alter function stock.move_claims owner to stowage_stock;
revoke all on function stock.move_claims from public;
