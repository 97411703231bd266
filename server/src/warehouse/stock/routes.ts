import { bigId } from '@stowage/contract/lists'
import type { stock } from '@stowage/contract/warehouse/stock'
import type { locations } from '@stowage/contract/warehouse/locations'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { moveBatch, moveStock } from './commands.ts'
import { listEntriesOf } from '../stock-views/ledger-queries.ts'
import { explainReversal, previewReversal, undoMove } from './undo-move.ts'
import { explainRefusal } from './explain-refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { setLocationStatus, setLocationStatuses } from '../locations/commands.ts'
import { explainHolding, holdContents } from './hold-lot-stock.ts'

/** A number that cannot be one is nobody's. */
const moveIn = ({ move }: { move: string }) => (bigId.safeParse(move).success ? move : notFound())

/** To put goods on hold or back on sale takes a right of its own. */
const changesStatus = (lines: readonly { toStatus?: string | undefined }[]) =>
  lines.some(({ toStatus }) => toStatus !== undefined)

export const stockHandlers: Handlers<typeof stock> = {
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

type Call = Context & {
  actor: WorkspaceMember
  explain: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Blocks locations; when what lies there was to go on hold and may not, the refusal says why. */
async function orExplainHold<T>(
  call: Call,
  isHolding: boolean,
  ids: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { actor, explain, write } = call
  if (!isHolding) return write(work)
  try {
    return await write(work)
  } catch (error) {
    await explain((tx) => explainHolding(tx, actor, ids, error))
    throw error
  }
}

/** Locations are blocked here, because what lies there may go on hold with them. */
export const blockHandlers: Handlers<Pick<typeof locations, 'block' | 'blockMany'>> = {
  async block(call, { params: { locationId }, body: { version, direction, hold } }) {
    await call.requireRights({ 'stock.status.change': hold })
    return orExplainHold(call, hold, [locationId], async (tx) => {
      const location = await setLocationStatus(tx, call.actor, locationId, version, { direction })
      if (hold) await holdContents(tx, call.actor, [locationId], `${location.code} was blocked`)
      return { location }
    })
  },

  async blockMany(call, { body: { ids, direction, hold } }) {
    await call.requireRights({ 'stock.status.change': hold })
    return orExplainHold(call, hold, ids, async (tx) => {
      const changed = await setLocationStatuses(tx, call.actor, ids, { direction })
      if (hold) await holdContents(tx, call.actor, ids, 'The locations were blocked')
      return { changed }
    })
  },
}
