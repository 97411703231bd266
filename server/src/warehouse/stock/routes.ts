import { bigId } from '@stowage/contract/lists'
import type { stock } from '@stowage/contract/warehouse/stock'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { moveBatch, moveStock } from './commands.ts'
import { listEntriesOf } from '../stock-views/ledger-queries.ts'
import { explainReversal, previewReversal, undoMove } from './reversals.ts'
import { explainRefusal } from './shortages.ts'

/** A number that cannot be one is nobody's. */
const moveIn = ({ move }: { move: string }) => (bigId.safeParse(move).success ? move : notFound())

/** To put goods on hold or back on sale takes a right of its own. */
const changesStatus = (lines: readonly { toStatus?: string | undefined }[]) =>
  lines.some(({ toStatus }) => toStatus !== undefined)

type Writes = 'move' | 'moveBatch' | 'showMove' | 'previewReverse' | 'reverse'

export const stockHandlers: Handlers<Pick<typeof stock, Writes>> = {
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
}
