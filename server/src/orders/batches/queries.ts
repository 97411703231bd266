import type { BatchState, PickMethod } from '@stowage/contract/orders/batches'
import { sql } from 'kysely'
import { givenIds, givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareWrite, runPipelined } from '../../database/prepared.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { ofWarehouse } from '../../warehouse/stock/document-queries.ts'
import {
  defineDocument,
  documentRows,
  prepareLock,
  rowOf,
  type Owner,
  type Scoped,
} from '../../workspace/documents/queries.ts'
import { batchTransitions } from './rules.ts'

export type BatchRow = {
  id: string
  number: string
  state: BatchState
  version: number
  createdAt: string
  createdBy: string | null
  createdByName?: string | null
  warehouseId: string
  waveId: string | null
  method: PickMethod
  assignedTo: string | null
  assignedToName?: string | null
  /** Read with the row. */
  warehouseCode?: string
  wave?: string | null
}

/** A slot of a batch: the fulfillment in it and its tote. */
export type SlotRow = {
  lineNo: number
  fulfillmentId: string
  tote: string | null
  /** The folded code while the tote is in use. */
  heldTote: string | null
}

const hasShorts = sql<boolean>`exists (
  select from tenant.pick_tasks t
  where t.platform_id = d.platform_id and t.batch_id = d.batch_id and t.state = 'short')`

const ofBatches: Owner = {
  ...ofWarehouse,
  columns: {
    ...ofWarehouse.columns,
    wave: sql`(
      select w.number from tenant.waves w
      where w.platform_id = d.platform_id and w.wave_id = d.wave_id)`,
  },
  filters: {
    ...ofWarehouse.filters,
    wave: (id) => sql<boolean>`d.wave_id = ${id}`,
    assignee: (id) => sql<boolean>`d.assigned_to = ${id} and d.state in ('open', 'in_progress')`,
    view: (name) =>
      ({
        open: sql<boolean>`d.state = 'open'`,
        in_work: sql<boolean>`d.state = 'in_progress'`,
        with_shorts: hasShorts,
      })[name] ?? sql<boolean>`true`,
  },
}

export const batches = defineDocument<BatchRow, SlotRow, 'pick_batch'>({
  type: 'pick_batch',
  prefix: 'PB',
  table: 'tenant.pickBatches',
  lineTable: 'tenant.pickBatchLines',
  key: 'batchId',
  owner: ofBatches,
  columns: ['warehouseId', 'waveId', 'method', 'assignedTo'],
  people: ['createdBy', 'assignedTo'],
  searched: ['number'],
  lineColumns: {
    lineNo: ({ lineNo }) => lineNo,
    fulfillmentId: ({ fulfillmentId }) => fulfillmentId,
    tote: ({ tote }) => tote,
    heldTote: ({ heldTote }) => heldTote,
  },
  listLines: (db, platformId, batchId) => readSlots(db, platformId, batchId),
  transitions: batchTransitions,
  editable: 'open',
  unfinished: ['open', 'in_progress'],
  recorded: ({ warehouseId, waveId, method, assignedTo }) => ({
    warehouseId,
    waveId,
    method,
    assignedTo,
  }),
})

const readSlots = prepare(
  (_: Db, platformId: string, batchId: string) => sql<SlotRow>`
    select line_no as "lineNo", fulfillment_id as "fulfillmentId", tote, held_tote as "heldTote"
    from tenant.pick_batch_lines
    where platform_id = ${platformId} and batch_id = ${batchId} order by line_no`,
)

/** Locks the batch of a task, if it is in one. */
export const lockBatchOfTask = prepareLock<BatchRow>(
  batches,
  (platformId, taskId) => sql<boolean>`d.batch_id = (
    select batch_id from tenant.pick_tasks
    where platform_id = ${platformId} and pick_task_id = ${taskId})`,
)

/** Locks the batches in which something of fulfillments is still to be picked, by id. */
export async function lockBatchesOf(
  tx: Tx,
  actor: Scoped,
  fulfillmentIds: readonly string[],
): Promise<BatchRow[]> {
  const rows = await runPipelined(
    tx,
    documentRows(tx, batches, actor)
      .where(
        sql<boolean>`d.batch_id in (
          select batch_id from tenant.pick_tasks
          where platform_id = ${actor.platform.id} and state = 'ready'
            and fulfillment_id = any (${[...fulfillmentIds]}::uuid[]))`,
      )
      .orderBy(sql`d.batch_id`)
      .forNoKeyUpdate('d'),
  )
  return rows.map((row) => rowOf<BatchRow>(row))
}

/** Returns the name of a member or an API key; undefined for one that doesn’t exist. */
export async function findName(
  db: Db,
  platformId: string,
  memberId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select ${nameOfMember(platformId, sql`${memberId}::uuid`)} as name`.execute(db)
  return rows[0]?.name ?? undefined
}

export type ToteHolder = { key: string; tote: string; fulfillment: string; batch: string }

/** Returns which of these totes, by their folded codes, hold something outside of this batch. */
export async function findToteHolders(
  db: Db,
  platformId: string,
  batchId: string,
  keys: readonly string[],
): Promise<ToteHolder[]> {
  const { rows } = await sql<ToteHolder>`
    select l.held_tote as key, l.tote, f.number as fulfillment, k.number as batch
    from tenant.pick_batch_lines l
    join tenant.fulfillments f
      on f.platform_id = l.platform_id and f.fulfillment_id = l.fulfillment_id
    join tenant.pick_batches k on k.platform_id = l.platform_id and k.batch_id = l.batch_id
    where l.platform_id = ${platformId} and l.held_tote = any (${[...keys]}::text[])
      and l.batch_id <> ${batchId}`.execute(db)
  return rows
}

/** Binds totes to slots of a locked batch. */
export async function bindTotes(
  tx: Tx,
  platformId: string,
  batchId: string,
  slots: readonly SlotRow[],
): Promise<void> {
  await sql`
    update tenant.pick_batch_lines l set tote = g.tote, held_tote = g."heldTote"
    from ${givenRows(JSON.stringify(slots), '"lineNo" int, tote text, "heldTote" text')} g
    where l.platform_id = ${platformId} and l.batch_id = ${batchId} and l.line_no = g."lineNo"`.execute(
    tx,
  )
}

/** Frees the totes of fulfillments: what they held is packed, or is not picked any more. */
export const freeTotes = (
  tx: Tx,
  platformId: string,
  fulfillmentIds: readonly string[],
): Promise<void> => free(tx, platformId, JSON.stringify(fulfillmentIds))

const free = prepareWrite(
  (_: Db, platformId: string, fulfillmentIds: string) => sql`
    update tenant.pick_batch_lines l set held_tote = null
    from ${givenIds(fulfillmentIds)} k
    where l.platform_id = ${platformId} and l.fulfillment_id = k.id and l.held_tote is not null`,
)

/** Frees the totes of a batch, or of a fulfillment, in which nothing is. */
export async function freeEmptyTotes(
  tx: Tx,
  platformId: string,
  of: { batchId: string } | { fulfillmentId: string },
): Promise<void> {
  const isOfThese =
    'batchId' in of ? sql`l.batch_id = ${of.batchId}` : sql`l.fulfillment_id = ${of.fulfillmentId}`
  await sql`
    update tenant.pick_batch_lines l set held_tote = null
    where l.platform_id = ${platformId} and ${isOfThese} and l.held_tote is not null
      and not exists (
        select from tenant.pick_tasks t
        where t.platform_id = l.platform_id and t.fulfillment_id = l.fulfillment_id
          and t.batch_id = l.batch_id and t.state = 'done')`.execute(tx)
}
