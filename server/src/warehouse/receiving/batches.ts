import type { Input } from '@stowage/contract/route'
import type { BatchReply } from '@stowage/contract/warehouse/fields'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import type { Tx } from '../../database/connect.ts'
import { Failure } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { runBatch } from '../batches.ts'
import { holdPlaces } from '../places/room.ts'
import { explainClosed } from '../stock/closed-days.ts'
import { isOvertaken } from '../stock/documents.ts'
import { waitLonger } from '../stock/kernel-queries.ts'
import { namedBy } from '../stock/lines.ts'
import * as several from '../stock/several.ts'
import { enter, goodsToReceive, type ReadReceipt } from './commands.ts'
import { markedBy, readLines, rowsOf, understand } from './lines.ts'
import { requireSound } from './refusals.ts'

type Batch = Input<typeof receiving.createBatch>['body']

/** Several receipts, each under its number, with its own entry in the log and its own event. */
export async function receiveBatch(
  tx: Tx,
  actor: Worker,
  numbers: readonly string[],
  batch: Batch,
): Promise<BatchReply> {
  await waitLonger(tx)
  const named = await several.nameSeveral(tx, actor, batch.items)
  const understood = several.eachOf(named, ({ body, site, items }) => {
    const { lines } = body
    const { read, ...of } = understand(site, namedBy(items, lines), lines)
    return { ...of, body, read, marked: read.map(markedBy) }
  })
  let receipts: several.Several<ReadReceipt> = new Map()

  return runBatch(tx, batch, {
    async begin(isRefused) {
      const doing = several.without(understood, isRefused)
      const marks = await several.markSeveral(tx, actor, several.soundOf(doing))
      receipts = several.eachOf(doing, ({ body, site, read }) => {
        const lines = rowsOf(read, marks.shift() ?? [])
        return { site, lines, goods: goodsToReceive(body, { site, lines }, actor.at) }
      })
      const arriving = several.soundOf(receipts).filter(({ goods }) => goods)
      const lines = arriving.flatMap((receipt) => receipt.lines)
      await holdPlaces(
        tx,
        actor.platform.id,
        lines.map(({ place }) => place),
      )
      const goods = arriving.flatMap((receipt) => receipt.goods ?? [])
      await several.holdStock(tx, actor.platform.id, goods)
    },
    async apply(body, index) {
      const receipt = several.soundAt(receipts, index)
      return (await enter(tx, actor, numbers[index] ?? '', body, receipt)).id
    },
    async explain({ warehouseId, lines }, error) {
      await explainClosed(tx, actor, error)
      // A receipt before this one may have brought a piece this one brings, too.
      if (isOvertaken(error)) requireSound((await readLines(tx, actor, warehouseId, lines)).lines)
    },
    leavesTraces(index) {
      const [one, receipt] = [understood.get(index), receipts.get(index)]
      const isHeld = !(receipt instanceof Failure) && receipt?.goods !== undefined
      return isHeld || (!(one instanceof Failure) && one?.marked.some(several.isMarked) === true)
    },
  })
}
