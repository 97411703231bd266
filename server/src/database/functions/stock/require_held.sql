-- Refuses to take from a bucket at a time from which on it once held less: stock as of then would be below
-- zero. Raises not_in_stock_then (ST409), whose detail names from when on the take is possible. What is
-- taken now and is not there, the constraints of the tables refuse.
create or replace function stock.require_held(
  platform uuid, effective timestamptz, sides stock.side[]
) returns void
language plpgsql
as $$
declare
  v_short jsonb;
begin
  -- What a bucket held from each later change on is what it holds now without the changes after that.
  select jsonb_agg(
    jsonb_build_object(
      'type', 'bucket',
      'bucketId', t.bucket_id::text,
      'variantId', v.variant_id,
      'sku', v.sku,
      'locationId', o.location_id,
      'location', o.code,
      'status', b.status,
      'possibleFrom', to_char(s.free_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by t.bucket_id
  ) into v_short
  from (
    select bucket_id, -sum(delta) as taken
    from unnest(sides)
    group by 1
    having sum(delta) < 0) t
  cross join lateral (
    select variant_id, location_id, status, on_hand
    from stock_buckets
    where platform_id = platform and bucket_id = t.bucket_id
    offset 0) b
  cross join lateral (
    select max(h.until) as free_from
    from (
      select
        c.at,
        lead(c.at) over (order by c.at) as until,
        b.on_hand - coalesce(
          sum(c.delta) over (
            order by c.at desc rows between unbounded preceding and 1 preceding), 0) as held
      from (
        select effective as at, 0 as delta
        union all
        select effective_at, sum(delta)
        from stock_ledger
        where platform_id = platform
          and bucket_id = t.bucket_id
          and recorded_at > effective
          and effective_at > effective
        group by 1) c) h
    where h.held < t.taken and h.until is not null) s
  cross join lateral (
    select variant_id, sku
    from variants
    where platform_id = platform and variant_id = b.variant_id
    offset 0) v
  cross join lateral (
    select location_id, code
    from locations
    where platform_id = platform and location_id = b.location_id
    offset 0) o
  where s.free_from is not null and b.on_hand >= t.taken;
  if v_short is not null then
    raise exception 'not_in_stock_then' using errcode = 'ST409', detail = v_short::text;
  end if;
end
$$;

alter function stock.require_held owner to stowage_stock;
revoke all on function stock.require_held from public;
