import { sql } from 'kysely'

/** Progress of the picks of a wave or a batch. */
export type Figures = {
  orders: number
  lines: number
  units: string
  tasks: number
  picked: number
  shortLines: number
}

export const noFigures: Figures = {
  orders: 0,
  lines: 0,
  units: '0',
  tasks: 0,
  picked: 0,
  shortLines: 0,
}

/** Columns that add up tasks `t` with their variants `v`; `figureJoins` brings the latter. */
export const figureColumns = sql`
  count(distinct (t.fulfillment_id, t.line_no)) filter (where t.state not in ('cancelled', 'withdrawn'))::int
    as lines,
  coalesce(trim_scale(sum(t.qty / power(10::numeric, v.qty_scale))
    filter (where t.state in ('ready', 'done'))), 0)::text as units,
  count(*) filter (where t.state in ('ready', 'done'))::int as tasks,
  count(*) filter (where t.state = 'done')::int as picked,
  count(distinct (t.fulfillment_id, t.line_no)) filter (where t.state = 'short')::int as "shortLines"`

export const figureJoins = sql`
  join tenant.fulfillment_lines l on l.platform_id = t.platform_id
    and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
  join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id`
