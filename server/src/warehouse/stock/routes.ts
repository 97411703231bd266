import { bigId } from '@stowage/contract/lists'
import type { stock } from '@stowage/contract/warehouse/stock'
import { isUnavailable } from '../../database/transactions.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { enqueue } from '../../jobs/queue.ts'
import { listAsOf } from './as-of-queries.ts'
import { listBuckets } from './bucket-list-queries.ts'
import { moveBatch, moveStock } from './commands.ts'
import { asOfColumns, bucketColumns, entryColumns, levelColumns } from './export.ts'
import { readGrid } from './grid-queries.ts'
import { availabilityOf, kitLevelsOf, numbersOf } from './item.ts'
import { listEntries, listEntriesOf } from './ledger-queries.ts'
import { listLevels, type StockScope } from './level-queries.ts'
import { explainReversal, previewReversal, undoMove } from './reversals.ts'
import { momentOf } from './rules.ts'
import { explainRefusal } from './shortages.ts'
import { checkPlatform, keepRun, lastRuns, verifyLongBooks } from './verify.ts'

/** Milliseconds somebody waits for a check before it becomes a job. */
const verifyPatience = 8_000

const scopeOf = ({ warehouses, holds }: WorkspaceMember): StockScope => ({
  warehouses,
  values: holds.has('stock.value.read'),
})

/** A number that cannot be one is nobody's. */
const moveIn = ({ move }: { move: string }) => (bigId.safeParse(move).success ? move : notFound())

/** To put goods on hold or back on sale takes a right of its own. */
const changesStatus = (lines: readonly { toStatus?: string | undefined }[]) =>
  lines.some(({ toStatus }) => toStatus !== undefined)

export const stockHandlers: Handlers<typeof stock> = {
  levels({ actor, ...call }, { query: { format, ...query } }) {
    const { id } = actor.platform
    const scope = scopeOf(actor)
    if (format === 'csv')
      return listAsCsv(
        call,
        { name: 'stock', at: actor.at },
        levelColumns(scope.values),
        (db, page) => listLevels(db, id, scope, query, page),
      )
    return call.read(
      async (db) =>
        (await kitLevelsOf(db, id, scope, query, actor.at)) ??
        listLevels(db, id, scope, query, query),
    )
  },

  buckets({ actor, ...call }, { query: { format, ...query } }) {
    const { id } = actor.platform
    if (format === 'csv')
      return listAsCsv(
        call,
        { name: 'stock-by-location', at: actor.at },
        bucketColumns,
        (db, page) => listBuckets(db, id, actor, query, page),
      )
    return call.read((db) => listBuckets(db, id, actor, query, query))
  },

  grid: ({ actor, read }, { query }) =>
    read((db) => readGrid(db, actor.platform.id, actor, query, query)),

  variant: ({ actor, read }, { params }) =>
    read((db) => numbersOf(db, actor.platform.id, scopeOf(actor), params.variantId, actor.at)),

  availability: ({ actor: { platform, warehouses, at }, read }, { params, query }) =>
    read((db) => availabilityOf(db, platform.id, warehouses, params.variantId, query, at)),

  ledger({ actor, ...call }, { query: { format, ...query } }) {
    const { id } = actor.platform
    if (format === 'csv')
      return listAsCsv(call, { name: 'movements', at: actor.at }, entryColumns, (db, page) =>
        listEntries(db, id, actor, query, page),
      )
    return call.read((db) => listEntries(db, id, actor, query, query))
  },

  async asOf({ actor, ...call }, { query: { format, ...query } }) {
    const { id } = actor.platform
    const asked = momentOf(query, actor.at)
    if (!asked) fail('future_date_refused')
    const { settled, knownAt, ...moment } = asked
    if (format === 'csv')
      return listAsCsv(call, { name: 'stock-as-of', at: moment.at }, asOfColumns, (db, page) =>
        listAsOf(db, id, actor, moment, query, page),
      )
    const page = await call.read((db) => listAsOf(db, id, actor, moment, query, query))
    const known = knownAt.toISOString()
    return { ...page, at: moment.at.toISOString(), known, settled }
  },

  async move(call, { body }) {
    const { actor, explain, write } = call
    await call.requireRights({
      'stock.status.change': changesStatus(body.lines),
      'stock.unreserve': body.displace,
    })
    try {
      return await write((tx) => moveStock(tx, actor, body))
    } catch (error) {
      await explain((tx) => explainRefusal(tx, actor, body.lines, error))
      throw error
    }
  },

  async moveBatch(call, { body }) {
    const { actor, write } = call
    await call.requireRights({
      'stock.status.change': changesStatus(body.items.flatMap(({ lines }) => lines)),
    })
    return write((tx) => moveBatch(tx, actor, body))
  },

  showMove: ({ actor, read }, { params }) =>
    read(async (db) => {
      const entries = await listEntriesOf(db, actor.platform.id, actor, moveIn(params))
      return entries.length > 0 ? { entries } : notFound()
    }),

  previewReverse: ({ actor, read }, { params }) =>
    read((db) => previewReversal(db, actor, moveIn(params))),

  async reverse({ actor, read, write }, { params, body }) {
    const moveId = moveIn(params)
    try {
      return await write((tx) => undoMove(tx, actor, moveId, body.note))
    } catch (error) {
      await read((db) => explainReversal(db, actor, moveId, error))
      throw error
    }
  },

  async verify({ actor, read, write }, { body: { kind } }) {
    const { id } = actor.platform
    const run = await read((db) => checkPlatform(db, id, kind, actor.at, verifyPatience)).catch(
      (error: unknown) => {
        if (!isUnavailable(error)) throw error
      },
    )
    if (run) return write((tx) => keepRun(tx, actor, id, run))
    return write(async (tx) => {
      await enqueue(tx, verifyLongBooks, { platformId: id, kind })
      return { running: true as const }
    })
  },

  verifyRuns: ({ actor, read }) =>
    read(async (db) => ({ runs: await lastRuns(db, actor.platform.id) })),
}
