import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import type { Wave, WaveFilter, WaveOrderState, WaveState } from '@stowage/contract/orders/waves'
import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { ofWarehouse } from '../../warehouse/stock/document-queries.ts'
import { defineDocument, type Owner } from '../../workspace/documents/queries.ts'
import { noFigures, type Figures } from '../batches/progress-queries.ts'

export type WaveRow = {
  id: string
  number: string
  state: WaveState
  version: number
  createdAt: string
  createdBy: string | null
  createdByName?: string | null
  name: string
  warehouseId: string
  policy: PickPolicy
  filter: WaveFilter
  maxOrders: number
  maxLines: number | null
  maxUnits: number | null
  /** Read with the row. */
  warehouseCode?: string
}

/** An order of a wave; it gets them with its release. */
type WaveOrderRow = { lineNo: number; orderId: string }

const hasShorts = sql<boolean>`exists (
  select from tenant.fulfillments f
  join tenant.pick_tasks t on t.platform_id = f.platform_id
    and t.fulfillment_id = f.fulfillment_id and t.state = 'short'
  where f.platform_id = d.platform_id and f.wave_id = d.wave_id)`

const ofWaves: Owner = {
  ...ofWarehouse,
  filters: {
    ...ofWarehouse.filters,
    view: (name) =>
      ({
        to_release: sql<boolean>`d.state = 'draft'`,
        in_work: sql<boolean>`d.state in ('released', 'in_progress')`,
        with_shorts: hasShorts,
      })[name] ?? sql<boolean>`true`,
  },
}

export const waves = defineDocument<WaveRow, WaveOrderRow, 'wave'>({
  type: 'wave',
  prefix: 'WV',
  table: 'tenant.waves',
  lineTable: 'tenant.waveOrders',
  key: 'waveId',
  owner: ofWaves,
  columns: ['name', 'warehouseId', 'policy', 'filter', 'maxOrders', 'maxLines', 'maxUnits'],
  people: ['createdBy'],
  searched: ['number'],
  lineColumns: { lineNo: ({ lineNo }) => lineNo, orderId: ({ orderId }) => orderId },
  // A wave may have thousands of orders, which nobody needs together.
  listLines: () => Promise.resolve([]),
  transitions: {
    draft: ['released', 'cancelled'],
    released: ['in_progress', 'cancelled'],
    in_progress: ['completed'],
    completed: [],
    cancelled: [],
  },
  editable: 'draft',
  unfinished: ['draft', 'released', 'in_progress'],
  recorded: ({ warehouseId }) => ({ warehouseId }),
})

export type WaveFigures = Figures & { results: Partial<Record<WaveOrderState, number>> }

const none: WaveFigures = { ...noFigures, results: {} }

/** A wave with how far it is. */
export const toReply = (
  { id, number, state, version, createdAt, createdBy, createdByName, ...row }: WaveRow,
  figures: WaveFigures = none,
): Wave => ({
  id,
  number,
  state,
  version,
  createdAt,
  createdBy,
  ...(createdByName !== undefined && { createdByName }),
  name: row.name,
  warehouseId: row.warehouseId,
  warehouseCode: row.warehouseCode ?? '',
  policy: row.policy,
  filter: row.filter,
  maxOrders: row.maxOrders,
  maxLines: row.maxLines,
  maxUnits: row.maxUnits,
  ...figures,
})

/** Checks whether a wave has orders to release or to pick. */
export async function isWaveOpen(db: Db, platformId: string, waveId: string): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (
      select from tenant.wave_orders
      where platform_id = ${platformId} and wave_id = ${waveId} and state = 'pending')
    or exists (
      select from tenant.fulfillments
      where platform_id = ${platformId} and wave_id = ${waveId}
        and state in ('planned', 'released', 'picking')) as "isOpen"`.execute(db)
  return rows[0]?.isOpen ?? false
}

export type WaveOrder = { lineNo: number; orderId: string; attempts: number }

/** Locks the next orders of a wave in this state, passing over those that another process has locked. */
export async function lockWaveOrders(
  tx: Tx,
  platformId: string,
  waveId: string,
  state: 'pending' | 'released',
  limit: number,
): Promise<WaveOrder[]> {
  const { rows } = await sql<WaveOrder>`
    select line_no as "lineNo", order_id as "orderId", attempts from tenant.wave_orders
    where platform_id = ${platformId} and wave_id = ${waveId} and state = ${state}
    order by attempts, line_no limit ${limit} for no key update skip locked`.execute(tx)
  return rows
}

/** Result of releasing one order of a wave; an order that stays pending is tried again. */
export type ReleaseResult = {
  lineNo: number
  state: 'pending' | 'released' | 'refused' | 'returned'
  code?: string | undefined
  message?: string | undefined
}

/** Notes what became of locked orders. */
export async function saveReleaseResults(
  tx: Tx,
  platformId: string,
  waveId: string,
  results: readonly ReleaseResult[],
): Promise<void> {
  await sql`
    update tenant.wave_orders w
    set state = r.state, code = r.code, message = r.message,
      attempts = w.attempts + case r.state when 'pending' then 1 else 0 end
    from ${givenRows(JSON.stringify(results), '"lineNo" int, state text, code text, message text')} r
    where w.platform_id = ${platformId} and w.wave_id = ${waveId} and w.line_no = r."lineNo"`.execute(
    tx,
  )
}

/** Refuses the orders whose turn has not come. */
export async function refusePendingOrders(
  tx: Tx,
  platformId: string,
  waveId: string,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await sql`
    update tenant.wave_orders set state = 'refused', code = ${code}, message = ${message}
    where platform_id = ${platformId} and wave_id = ${waveId} and state = 'pending'`.execute(tx)
}

/** Leaves out the orders whose turn has not come. Waits for those that are being released. */
export async function skipOrders(tx: Tx, platformId: string, waveId: string): Promise<void> {
  await sql`
    update tenant.wave_orders set state = 'skipped'
    where platform_id = ${platformId} and wave_id = ${waveId} and state = 'pending'`.execute(tx)
}
