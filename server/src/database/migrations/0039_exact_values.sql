-- The value of a line is its quantity times its unit cost, rounded once. The cost of one base unit, which
-- was multiplied before, is rounded itself: a box of a million at 0.30 was worth nothing.

alter table tenant.receipt_lines
  add column value_micros bigint,
  add constraint receipt_lines_value_check check (value_micros >= 0);

-- Row-level security is forced and would hide the rows from their owner.
alter table tenant.receipt_lines no force row level security;
alter table tenant.variants no force row level security;
update tenant.receipt_lines l
set value_micros = round(l.unit_cost_micros * l.qty_received / 10::numeric ^ v.qty_scale)
from tenant.variants v
where v.platform_id = l.platform_id and v.variant_id = l.variant_id and l.unit_cost_micros is not null;
alter table tenant.variants force row level security;
alter table tenant.receipt_lines force row level security;

-- value x times / by in whole numbers, halves rounded up; none may be negative. Numeric division rounds
-- to a number of decimals of its own choice first.
create function stock.share(value numeric, times numeric, by numeric) returns bigint
language sql immutable as $$
  select div(2 * value * times + by, 2 * by)::bigint
$$;

-- As it was, with every division in whole numbers: 10 ^ qty_scale was a floating-point number.
create or replace function stock.cost(p uuid, v_scope text, v_fifo boolean, v_move bigint, v_at timestamptz, v_eff timestamptz, m jsonb, lines jsonb, sides stock.side[]) returns void
language plpgsql as $$
declare v_rows stock.valued[]; r record; y record; b tenant.cost_balances; q bigint; v bigint; rest bigint; part bigint; want bigint; un boolean; carried jsonb := '{}';
begin
  select array_agg(row(z.*)::stock.valued) into v_rows from (
    select s.line_no, case when v_scope = 'platform' then p else s.warehouse_id end as scope_id, s.variant_id, sum(s.delta)::bigint as delta,
           max(l."unitCostMicros") as unit_cost, max(l."valueMicros") as value
    from unnest(sides) s join jsonb_to_recordset(lines) as l("lineNo" int, "unitCostMicros" bigint, "valueMicros" bigint) on l."lineNo" = s.line_no
    group by 1, 2, 3 having sum(s.delta) <> 0) z;
  if v_rows is null then return; end if;
  -- One balance is made and locked when it is read; of several, the order of the locks counts.
  if cardinality(v_rows) > 1 then
    insert into cost_balances (platform_id, scope_id, variant_id)
      select distinct p, z.scope_id, z.variant_id from unnest(v_rows) z order by 2, 3 on conflict do nothing;
    perform 1 from (select distinct z.scope_id, z.variant_id from unnest(v_rows) z order by 1, 2) z
      cross join lateral (select 1 from cost_balances c where c.platform_id = p and c.scope_id = z.scope_id and c.variant_id = z.variant_id
                          offset 0 for no key update) c;
  end if;
  for r in select z.*, t.qty_scale from unnest(v_rows) z
           cross join lateral (select qty_scale from variants where platform_id = p and variant_id = z.variant_id offset 0) t
           order by z.delta > 0, z.line_no loop
    select * into b from cost_balances where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id for no key update;
    if not found then
      insert into cost_balances (platform_id, scope_id, variant_id) values (p, r.scope_id, r.variant_id) on conflict do nothing;
      select * into b from cost_balances where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id for no key update;
    end if;
    q := abs(r.delta); un := false; want := null;
    if r.delta < 0 then
      if v_fifo then
        v := 0; rest := q;
        for y in select * from cost_layers where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id and qty_left > 0
                 order by move_id is distinct from coalesce(m->>'reversesMoveId', m->>'partOf')::bigint, layer_no loop
          exit when rest = 0;
          part := least(rest, y.qty_left);
          want := case when part = y.qty_left then y.value_left else stock.share(y.value_left, part, y.qty_left) end;
          update cost_layers set qty_left = qty_left - part, value_left = value_left - want
            where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id and layer_no = y.layer_no;
          v := v + want; rest := rest - part;
        end loop;
      else
        v := case when q = b.qty then b.value_micros when r.value is not null then least(r.value, b.value_micros)
                  else stock.share(b.value_micros, q, b.qty) end;
      end if;
      want := coalesce(r.value, v); carried := carried || jsonb_build_object(r.line_no::text, v); v := -v; want := want + v;
    else
      v := coalesce(r.value, (carried->>r.line_no::text)::bigint, stock.share(r.unit_cost, q, 10::numeric ^ r.qty_scale),
                    case when b.qty > 0 then stock.share(b.value_micros, q, b.qty) end);
      un := v is null; v := coalesce(v, 0); want := 0;
      if v_fifo then insert into cost_layers values (p, r.scope_id, r.variant_id, b.last_seq + 1, v_move, r.line_no, v_at, q, q, v, v); end if;
    end if;
    with e as (
      insert into cost_entries (platform_id, scope_id, variant_id, seq, move_id, line_no, kind, qty_delta, qty_before, qty_after,
                                value_delta, value_before, value_after, variance_micros, unpriced, recorded_at, effective_at)
      values (p, r.scope_id, r.variant_id, b.last_seq + 1, v_move, r.line_no, m->>'kind', r.delta, b.qty, b.qty + r.delta,
              v, b.value_micros, b.value_micros + v, want, un, v_at, v_eff))
    update cost_balances set qty = qty + r.delta, value_micros = value_micros + v, last_seq = last_seq + 1, last_at = v_at
      where platform_id = p and scope_id = r.scope_id and variant_id = r.variant_id;
  end loop;
end $$;

grant create on schema stock to stowage_stock;
revoke all on function stock.share(numeric, numeric, numeric) from public;
alter function stock.share(numeric, numeric, numeric) owner to stowage_stock;
revoke create on schema stock from stowage_stock;
