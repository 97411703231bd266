import type { Sort } from '@stowage/contract/lists'
import type { WaveFilter, WaveOrder, WaveOrderState } from '@stowage/contract/orders/waves'
import { sql, type RawBuilder } from 'kysely'
import { givenIds } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import type { Scoped } from '../../workspace/documents/queries.ts'
import { ofOrders } from '../orders/list-queries.ts'
import { dueFilters } from '../orders/rules.ts'
import { releasable } from '../fulfillments/rules.ts'
import { figureColumns, figureJoins, noFigures } from '../batches/progress-queries.ts'
import type { WaveFigures, WaveRow } from './queries.ts'

type Chosen = Pick<WaveRow, 'warehouseId' | 'filter' | 'maxOrders' | 'maxLines' | 'maxUnits'>
type Asker = Scoped & { at: Date }

/** Conditions on order `d`, as the list of orders has them. */
function conditionsOf(asker: Asker, filter: WaveFilter): RawBuilder<boolean>[] {
  const { minPriority, orderIds, promised, ...same } = filter
  const asked = { ...same, ...dueFilters(promised, asker.at) }
  return [
    ...Object.entries(asked).flatMap(([name, value]) => {
      const isMeant = ofOrders.filters[name]
      return value === undefined || !isMeant ? [] : [isMeant(value, asker)]
    }),
    ...(minPriority === undefined ? [] : [sql<boolean>`d.priority >= ${minPriority}`]),
    ...(orderIds ? [sql<boolean>`d.order_id = any (${[...orderIds]}::uuid[])`] : []),
  ]
}

/**
 * The orders a wave takes, the most urgent first: those with something to release in its warehouse, up to the order
 * with which one of its limits would be exceeded.
 */
function takenBy(asker: Asker, { warehouseId, filter, ...limits }: Chosen) {
  const { maxOrders, maxLines, maxUnits } = limits
  const conditions = conditionsOf(asker, filter)
  return sql`
    select * from (
      select a.*, row_number() over urgency as n, sum(a.lines) over urgency as all_lines,
        sum(a.units) over urgency as all_units
      from (
        select d.order_id, d.priority, d.promised_ship_at, x.lines, x.units
        from tenant.orders d
        join lateral (
          select count(*) as lines,
            sum((r.promised - r.allocated) / power(10::numeric, v.qty_scale)) as units
          from tenant.order_lines l
          join tenant.reservations r on r.platform_id = l.platform_id
            and r.source_type = 'order_line' and r.source_id = l.order_line_id
            and r.warehouse_id = ${warehouseId} and r.promised > r.allocated
          join tenant.variants v on v.platform_id = r.platform_id and v.variant_id = r.variant_id
          where l.platform_id = d.platform_id and l.order_id = d.order_id) x on x.lines > 0
        where d.platform_id = ${asker.platform.id} and d.state = any (${[...releasable]}::text[])
          ${conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`}) a
      window urgency as (order by a.priority desc, a.promised_ship_at, a.order_id)) c
    where c.n <= ${maxOrders}
      and (${maxLines}::int is null or c.all_lines <= ${maxLines}::int)
      and (${maxUnits}::int is null or c.all_units <= ${maxUnits}::int)`
}

const takenColumns = sql`count(*)::int as orders, coalesce(sum(t.lines), 0)::int as lines,
  coalesce(trim_scale(sum(t.units)), 0)::text as units`

/** Counts the orders, lines and units a wave would take now. */
export async function previewWave(
  db: Db,
  asker: Asker,
  chosen: Chosen,
): Promise<{ orders: number; lines: number; units: string }> {
  const { rows } = await sql<{ orders: number; lines: number; units: string }>`
    select ${takenColumns} from (${takenBy(asker, chosen)}) t`.execute(db)
  return rows[0] ?? { orders: 0, lines: 0, units: '0' }
}

/** Chooses the orders of a wave. Returns how many. */
export async function chooseOrders(
  tx: Tx,
  asker: Asker,
  waveId: string,
  chosen: Chosen,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into tenant.wave_orders (platform_id, wave_id, line_no, order_id)
    select ${asker.platform.id}, ${waveId}, t.n, t.order_id
    from (${takenBy(asker, chosen)}) t`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Says of these orders whether something of them can be released in a warehouse, by id. Those out of sight are left
 * out.
 */
export async function findReleasable(
  db: Db,
  asker: Asker,
  warehouseId: string,
  orderIds: readonly string[],
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; isReleasable: boolean }>`
    select d.order_id as id, d.state = any (${[...releasable]}::text[]) and exists (
      select from tenant.order_lines l
      join tenant.reservations r on r.platform_id = l.platform_id
        and r.source_type = 'order_line' and r.source_id = l.order_line_id
        and r.warehouse_id = ${warehouseId} and r.promised > r.allocated
      where l.platform_id = d.platform_id and l.order_id = d.order_id) as "isReleasable"
    from tenant.orders d
    where d.platform_id = ${asker.platform.id} and d.order_id = any (${[...orderIds]}::uuid[])
      and ${ofOrders.isVisibleTo(asker)}`.execute(db)
  return new Map(rows.map(({ id, isReleasable }) => [id, isReleasable]))
}

/** Returns how far waves are, by id; of drafts with chosen orders how much they would take now. */
export async function findWaveFigures(
  db: Db,
  asker: Asker,
  asked: readonly WaveRow[],
): Promise<Map<string, WaveFigures>> {
  const [figures, takes] = await Promise.all([
    findReleased(
      db,
      asker.platform.id,
      asked.map(({ id }) => id),
    ),
    findTaken(db, asker, asked),
  ])
  for (const { id, ...taken } of takes) figures.set(id, { ...noFigures, results: {}, ...taken })
  return figures
}

type Taken = { id: string; orders: number; lines: number; units: string }

/** Returns what drafts would take now. One that takes orders by filters only would read all open orders: left out. */
async function findTaken(db: Db, asker: Asker, asked: readonly WaveRow[]): Promise<Taken[]> {
  const drafts = asked.filter(({ state, filter }) => state === 'draft' && filter.orderIds?.length)
  if (drafts.length === 0) return []
  const each = drafts.map(
    (one) => sql`select ${one.id}::uuid as id, ${takenColumns} from (${takenBy(asker, one)}) t`,
  )
  const { rows } = await sql<Taken>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows
}

/** Returns what was released of waves, by id. */
async function findReleased(
  db: Db,
  platformId: string,
  waveIds: readonly string[],
): Promise<Map<string, WaveFigures>> {
  const { rows } = await sql<WaveFigures & { id: string }>`
    select w.id, coalesce((
        select jsonb_object_agg(s.state, s.count) from (
          select o.state, count(*) from tenant.wave_orders o
          where o.platform_id = ${platformId} and o.wave_id = w.id group by 1) s), '{}') as results,
      g.orders, g.lines, g.units, g.tasks, g.picked, g."shortLines"
    from unnest(${[...waveIds]}::uuid[]) as w (id)
    cross join lateral (
      select count(distinct f.order_id)::int as orders,
        ${figureColumns}
      from tenant.fulfillments f
      join tenant.pick_tasks t on t.platform_id = f.platform_id and t.fulfillment_id = f.fulfillment_id
      ${figureJoins}
      where f.platform_id = ${platformId} and f.wave_id = w.id and f.state <> 'cancelled') g`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}

type WaveOrderColumns = Pick<WaveOrder, 'lineNo' | 'orderId' | 'state' | 'code' | 'message'> & {
  platformId: string
  waveId: string
}
type Row = Omit<WaveOrder, 'promisedShipAt'> & { promisedShipAt: Date | null }

/** Returns a page of the orders of a wave, the most urgent first. */
export async function listWaveOrders(
  db: Db,
  platformId: string,
  waveId: string,
  { state, sort }: { state?: readonly WaveOrderState[] | undefined; sort: Sort<'lineNo'> },
  page: PageRequest,
): Promise<Page<WaveOrder>> {
  // A draft keeps the orders that were chosen for it in its filter.
  const chosen = sql<WaveOrderColumns>`(
    select w.platform_id, w.wave_id, w.line_no, w.order_id, w.state, w.code, w.message
    from tenant.wave_orders w where w.platform_id = ${platformId} and w.wave_id = ${waveId}
    union all
    select w.platform_id, w.wave_id, a.n::int, a.id, 'pending', null, null
    from tenant.waves w
    cross join lateral ${givenIds(sql`coalesce(w.filter -> 'orderIds', '[]')`)} a
    where w.platform_id = ${platformId} and w.wave_id = ${waveId} and w.state = 'draft')`
  const rows = db
    .selectFrom(chosen.as('w'))
    .innerJoin('tenant.orders as o', (join) =>
      join.onRef('o.platformId', '=', 'w.platformId').onRef('o.orderId', '=', 'w.orderId'),
    )
    .leftJoin('tenant.customers as c', (join) =>
      join.onRef('c.platformId', '=', 'o.platformId').onRef('c.customerId', '=', 'o.customerId'),
    )
    .where('w.platformId', '=', platformId)
    .where('w.waveId', '=', waveId)
    .$if(state !== undefined, (some) => some.where('w.state', 'in', [...(state ?? [])]))
    .select([
      'w.lineNo',
      'w.orderId',
      'o.number',
      'c.name as customer',
      'o.priority',
      'o.promisedShipAt',
      'w.state',
      'w.code',
      'w.message',
    ])
    .$castTo<Row>()
  const found = await readPage(
    db,
    rows,
    orderOf<Row, 'lineNo'>(sort, {
      lineNo: [{ column: 'w.line_no', kind: 'int', of: (row) => String(row.lineNo) }],
    }),
    page,
  )
  return {
    ...found,
    items: found.items.map((row) => ({
      ...row,
      promisedShipAt: row.promisedShipAt?.toISOString() ?? null,
    })),
  }
}
