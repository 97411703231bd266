-- Finds where waves and pick batches disagree with their orders, fulfillments and tasks. `since` null asks for all,
-- else for those changed from then on. One row for each problem, in no order: the rule (I14), the subject, what is
-- expected and what is there.
create or replace function stock.verify_work(platform uuid, since timestamptz)
returns table (rule text, subject text, expected text, actual text)
language plpgsql stable set search_path = tenant, stock, pg_temp
as $$
begin
  return query
  -- A batch is over when nothing of it is left to pick, and not before.
  select 'I14', 'batch ' || k.number, case when x.has_ready then 'something' else 'nothing' end || ' to pick',
    k.state
  from pick_batches k
  cross join lateral (
    select exists (
      select
      from pick_tasks t
      where t.platform_id = platform and t.batch_id = k.batch_id and t.state = 'ready') as has_ready) x
  where k.platform_id = platform
    and (since is null or k.updated_at >= since)
    and x.has_ready <> (k.state in ('open', 'in_progress'))

  union all
  -- Its tasks are of the fulfillments in its slots, in its warehouse and, until they are picked, of whoever has it.
  select 'I14', 'pick task ' || t.pick_task_id || ' of batch ' || k.number,
    'a slot in its warehouse, of ' || coalesce(k.assigned_to::text, 'nobody'),
    coalesce('slot ' || b.line_no, 'no slot') || ', ' || f.number || ', of '
      || coalesce(t.assigned_to::text, 'nobody')
  from pick_batches k
  join pick_tasks t on t.platform_id = platform and t.batch_id = k.batch_id
  join fulfillments f on f.platform_id = platform and f.fulfillment_id = t.fulfillment_id
  left join pick_batch_lines b
    on b.platform_id = platform
    and b.batch_id = k.batch_id
    and b.fulfillment_id = coalesce(f.split_from_id, f.fulfillment_id)
  where k.platform_id = platform
    and (since is null or k.updated_at >= since)
    and (
      b.line_no is null
      or f.warehouse_id <> k.warehouse_id
      or t.state = 'ready'
        and (f.state not in ('released', 'picking') or t.assigned_to is distinct from k.assigned_to))

  union all
  -- What is left to pick of a fulfillment is in one batch, or in none.
  select 'I14', 'fulfillment ' || f.number, '1 batch', x.batches || ' batches'
  from fulfillments f
  cross join lateral (
    select count(distinct t.batch_id) as batches
    from pick_tasks t
    where t.platform_id = platform and t.fulfillment_id = f.fulfillment_id and t.state = 'ready') x
  where f.platform_id = platform
    and (since is null or f.updated_at >= since)
    and x.batches > 1

  union all
  -- A tote is held from when it is bound until what is in it is packed.
  select 'I14', 'tote ' || b.tote || ' of batch ' || k.number, 'free',
    'held for ' || f.number || ', ' || f.state
  from pick_batches k
  join pick_batch_lines b
    on b.platform_id = platform and b.batch_id = k.batch_id and b.held_tote is not null
  join fulfillments f on f.platform_id = platform and f.fulfillment_id = b.fulfillment_id
  where k.platform_id = platform
    and (since is null or k.updated_at >= since or f.updated_at >= since)
    and (
      f.state not in ('released', 'picking', 'picked', 'packing')
      or k.state not in ('open', 'in_progress')
        and not exists (
          select
          from pick_tasks t
          where t.platform_id = platform
            and t.fulfillment_id = f.fulfillment_id
            and t.batch_id = k.batch_id
            and t.state = 'done'))

  union all
  -- A draft has no orders yet. A wave that was released has something left to release or to pick, and one that is over
  -- has not, except what was sent back from packing since.
  select 'I14', 'wave ' || w.number,
    case when x.turns = 0 then 'draft' when x.is_open then 'not over' else 'over' end, w.state
  from waves w
  cross join lateral (
    select
      (
        select count(*)
        from wave_orders o
        where o.platform_id = platform and o.wave_id = w.wave_id) as turns,
      exists (
        select
        from wave_orders o
        where o.platform_id = platform and o.wave_id = w.wave_id and o.state = 'pending')
      or exists (
        select
        from fulfillments f
        where f.platform_id = platform
          and f.wave_id = w.wave_id
          and f.state in ('planned', 'released', 'picking')
          and not (
            w.state = 'completed'
            and f.state = 'picking'
            and exists (
              select
              from pick_tasks t
              where t.platform_id = platform
                and t.fulfillment_id = f.fulfillment_id
                and t.state = 'sent_back'))) as is_open) x
  where w.platform_id = platform
    and (since is null or w.updated_at >= since)
    and case w.state
      when 'draft' then x.turns > 0
      when 'cancelled' then false
      when 'completed' then x.is_open
      else not x.is_open
    end

  union all
  -- Nothing of a wave is picked before it is in progress, and nothing is picked for one that was cancelled.
  select 'I14', 'fulfillment ' || f.number || ' of wave ' || w.number,
    'nothing picked, the wave is ' || w.state, f.state
  from waves w
  join fulfillments f on f.platform_id = platform and f.wave_id = w.wave_id
  where w.platform_id = platform
    and (since is null or w.updated_at >= since or f.updated_at >= since)
    and w.state in ('draft', 'released', 'cancelled')
    and f.state not in ('planned', 'released', 'cancelled')

  union all
  -- What a wave released is a fulfillment in its warehouse, and what it took back is cancelled.
  select 'I14', 'order ' || o.number || ' in wave ' || w.number,
    t.state || ' by the wave', coalesce(f.number || ', ' || f.state, 'no fulfillment')
  from waves w
  join wave_orders t
    on t.platform_id = platform and t.wave_id = w.wave_id and t.state in ('released', 'returned')
  join orders o on o.platform_id = platform and o.order_id = t.order_id
  left join fulfillments f
    on f.platform_id = platform
    and f.wave_id = w.wave_id
    and f.order_id = t.order_id
  where w.platform_id = platform
    and (since is null or w.updated_at >= since)
    and (
      f.fulfillment_id is null
      or f.warehouse_id <> w.warehouse_id
      or t.state = 'returned' and f.state <> 'cancelled')

  union all
  select 'I14', 'fulfillment ' || f.number || ' of wave ' || w.number, 'released by the wave',
    coalesce(t.state, 'not in it')
  from waves w
  join fulfillments f on f.platform_id = platform and f.wave_id = w.wave_id
  left join wave_orders t
    on t.platform_id = platform
    and t.wave_id = w.wave_id
    and t.order_id = f.order_id
  where w.platform_id = platform
    and (since is null or w.updated_at >= since)
    and (t.state in ('released', 'returned')) is not true;
end
$$;

revoke all on function stock.verify_work from public;
grant execute on function stock.verify_work to stowage_app;
