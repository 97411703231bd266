import type { Input } from '@stowage/contract/route'
import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { BatchReply } from '@stowage/contract/warehouse/fields'
import type { Tx } from '../../database/connect.ts'
import { Failure } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { runBatch } from '../batches.ts'
import { holdPlaces } from '../places/room.ts'
import { findReason } from '../settings/queries.ts'
import { explainClosed } from '../stock/closed-days.ts'
import { waitLonger } from '../stock/kernel-queries.ts'
import { namedBy } from '../stock/lines.ts'
import * as several from '../stock/several.ts'
import { enter, type ReadAdjustment } from './commands.ts'
import { findMostWorth, markedBy, rowsOf, understand, type TypedAdjustment } from './lines.ts'
import { bucketsToHold } from './posting.ts'

type Batch = Input<typeof adjustments.createBatch>['body']

/**
 * Several adjustments, each under its number, with its own entry in the log and its own event. One that
 * is worth more than its author may post alone waits for approval, as it does by itself.
 */
export async function adjustBatch(
  tx: Tx,
  actor: Worker,
  numbers: readonly string[],
  batch: Batch,
): Promise<BatchReply> {
  const { id: platformId } = actor.platform
  await waitLonger(tx)
  const mostWorth = await findMostWorth(tx, actor)
  const reasons = await findReasons(tx, platformId, batch.items)
  const named = await several.nameSeveral(tx, actor, batch.items)
  const understood = several.eachOf(named, ({ body, site, items }) => {
    const reason = reasons.get(body.reasonCode)
    const { read, ...of } = understand(site, namedBy(items, body.lines), reason, body)
    return { ...of, body, read, marked: read.map(markedBy) }
  })
  let read: several.Several<ReadAdjustment & { body: TypedAdjustment }> = new Map()
  let makers = new Set<unknown>()

  /** The buckets of all that is posted; those that are made here belong to the adjustments they are made for. */
  async function holdBuckets() {
    const posted = several.soundOf(read).filter(({ body }) => body.post)
    const lines = posted.flatMap((one) => one.lines)
    await holdPlaces(
      tx,
      platformId,
      lines.map(({ place }) => place),
    )
    const warehouses = Map.groupBy(posted, ({ body }) => body.warehouseId)
    const held = []
    for (const [warehouseId, those] of warehouses)
      held.push(
        ...(await bucketsToHold(
          tx,
          platformId,
          warehouseId,
          those.flatMap(({ lines }) => lines),
        )),
      )
    makers = new Set(held.filter(({ isMade }) => isMade).map(({ line }) => line))
    await several.holdStock(
      tx,
      platformId,
      held.map((one) => one.held),
    )
  }

  return runBatch(tx, batch, {
    async begin(isRefused) {
      const doing = several.without(understood, isRefused)
      const marks = await several.markSeveral(tx, actor, several.soundOf(doing))
      read = several.eachOf(doing, (one) => ({
        body: one.body,
        site: one.site,
        mostWorth,
        lines: rowsOf(one.read, marks.shift() ?? []),
      }))
      await holdBuckets()
    },
    async apply(body, index) {
      const adjustment = several.soundAt(read, index)
      return (await enter(tx, actor, numbers[index] ?? '', body, adjustment)).id
    },
    explain: (_, error) => explainClosed(tx, actor, error),
    leavesTraces(index) {
      const [one, known] = [understood.get(index), read.get(index)]
      const isMaker = !(known instanceof Failure) && known?.lines.some((line) => makers.has(line))
      return isMaker || (!(one instanceof Failure) && one?.marked.some(several.isMarked) === true)
    },
  })
}

/** The reasons that are given, by their codes. */
async function findReasons(tx: Tx, platformId: string, items: Batch['items']) {
  const codes = [...new Set(items.map(({ reasonCode }) => reasonCode))]
  const found = await Promise.all(codes.map((code) => findReason(tx, platformId, code)))
  return new Map(codes.map((code, i) => [code, found[i]]))
}
