-- Appends the value of a move to the value ledger. Values are millionths of the currency. Only lines that
-- enter or leave a cost scope count; lines that leave come first, so that a transfer carries its value. A
-- division is stock.share, because 10 ^ qty_scale of an integer is a floating-point number.
--
-- The value of a line that leaves is the average cost, or with is_fifo that of the oldest layers; a value
-- given by the line beside it is booked as variance. The value of a line that enters is given by the line,
-- carried from the line that left, its quantity times its unit cost, or the average cost; without any of
-- them it is 0 and marked as unpriced.
create or replace function stock.cost(
  platform uuid, cost_scope text, is_fifo boolean, posted_move bigint, recorded timestamptz,
  effective timestamptz, header jsonb, lines jsonb, sides stock.side[]
) returns void
language plpgsql
as $$
declare
  v_lines stock.valued[];
  v_line record;
  v_layer record;
  v_balance tenant.cost_balances;
  v_qty bigint;
  v_value bigint;
  v_rest bigint;
  v_layer_qty bigint;
  v_layer_value bigint;
  v_variance bigint;
  v_is_unpriced boolean;
  v_carried jsonb := '{}';
begin
  select array_agg(row(z.*)::stock.valued) into v_lines
  from (
    select
      s.line_no,
      case when cost_scope = 'platform' then platform else s.warehouse_id end as scope_id,
      s.variant_id,
      sum(s.delta)::bigint as delta,
      max(l."unitCostMicros") as unit_cost,
      max(l."valueMicros") as value
    from unnest(sides) s
    join jsonb_to_recordset(lines) as l(
      "lineNo" int, "unitCostMicros" bigint, "valueMicros" bigint
    ) on l."lineNo" = s.line_no
    group by 1, 2, 3
    having sum(s.delta) <> 0) z;
  if v_lines is null then
    return;
  end if;
  -- One balance is inserted and locked when it is read; of several, the order of the locks counts.
  if cardinality(v_lines) > 1 then
    insert into cost_balances (platform_id, scope_id, variant_id)
    select distinct platform, z.scope_id, z.variant_id
    from unnest(v_lines) z
    order by 2, 3
    on conflict do nothing;
    perform 1
    from (select distinct z.scope_id, z.variant_id from unnest(v_lines) z order by 1, 2) z
    cross join lateral (
      select 1
      from cost_balances c
      where c.platform_id = platform
        and c.scope_id = z.scope_id
        and c.variant_id = z.variant_id
      offset 0
      for no key update) c;
  end if;
  for v_line in
    select z.*, t.qty_scale
    from unnest(v_lines) z
    cross join lateral (
      select qty_scale
      from variants
      where platform_id = platform and variant_id = z.variant_id
      offset 0) t
    order by z.delta > 0, z.line_no
  loop
    select * into v_balance
    from cost_balances
    where platform_id = platform
      and scope_id = v_line.scope_id
      and variant_id = v_line.variant_id
    for no key update;
    if not found then
      insert into cost_balances (platform_id, scope_id, variant_id)
      values (platform, v_line.scope_id, v_line.variant_id)
      on conflict do nothing;
      select * into v_balance
      from cost_balances
      where platform_id = platform
        and scope_id = v_line.scope_id
        and variant_id = v_line.variant_id
      for no key update;
    end if;
    v_qty := abs(v_line.delta);
    v_is_unpriced := false;
    v_variance := null;
    if v_line.delta < 0 then
      if is_fifo then
        v_value := 0;
        v_rest := v_qty;
        for v_layer in
          select *
          from cost_layers
          where platform_id = platform
            and scope_id = v_line.scope_id
            and variant_id = v_line.variant_id
            and qty_left > 0
          order by
            move_id is distinct from coalesce(header->>'reversesMoveId', header->>'partOf')::bigint,
            layer_no
        loop
          exit when v_rest = 0;
          v_layer_qty := least(v_rest, v_layer.qty_left);
          v_layer_value := case
            when v_layer_qty = v_layer.qty_left then v_layer.value_left
            else stock.share(v_layer.value_left, v_layer_qty, v_layer.qty_left)
          end;
          update cost_layers
          set qty_left = qty_left - v_layer_qty, value_left = value_left - v_layer_value
          where platform_id = platform
            and scope_id = v_line.scope_id
            and variant_id = v_line.variant_id
            and layer_no = v_layer.layer_no;
          v_value := v_value + v_layer_value;
          v_rest := v_rest - v_layer_qty;
        end loop;
      else
        v_value := case
          when v_qty = v_balance.qty then v_balance.value_micros
          when v_line.value is not null then least(v_line.value, v_balance.value_micros)
          else stock.share(v_balance.value_micros, v_qty, v_balance.qty)
        end;
      end if;
      v_variance := coalesce(v_line.value, v_value);
      v_carried := v_carried || jsonb_build_object(v_line.line_no::text, v_value);
      v_value := -v_value;
      v_variance := v_variance + v_value;
    else
      v_value := coalesce(
        v_line.value,
        (v_carried->>v_line.line_no::text)::bigint,
        stock.share(v_line.unit_cost, v_qty, 10::numeric ^ v_line.qty_scale),
        case
          when v_balance.qty > 0 then stock.share(v_balance.value_micros, v_qty, v_balance.qty)
        end);
      v_is_unpriced := v_value is null;
      v_value := coalesce(v_value, 0);
      v_variance := 0;
      if is_fifo then
        insert into cost_layers
        values (
          platform, v_line.scope_id, v_line.variant_id, v_balance.last_seq + 1, posted_move,
          v_line.line_no, recorded, v_qty, v_qty, v_value, v_value
        );
      end if;
    end if;
    with e as (
      insert into cost_entries (
        platform_id, scope_id, variant_id, seq, move_id, line_no, kind, qty_delta, qty_before,
        qty_after, value_delta, value_before, value_after, variance_micros, unpriced, recorded_at,
        effective_at
      )
      values (
        platform, v_line.scope_id, v_line.variant_id, v_balance.last_seq + 1, posted_move,
        v_line.line_no, header->>'kind', v_line.delta, v_balance.qty,
        v_balance.qty + v_line.delta, v_value, v_balance.value_micros,
        v_balance.value_micros + v_value, v_variance, v_is_unpriced, recorded, effective
      )
    )
    update cost_balances
    set
      qty = qty + v_line.delta,
      value_micros = value_micros + v_value,
      last_seq = last_seq + 1,
      last_at = recorded
    where platform_id = platform
      and scope_id = v_line.scope_id
      and variant_id = v_line.variant_id;
  end loop;
end
$$;

alter function stock.cost owner to stowage_stock;
revoke all on function stock.cost from public;
