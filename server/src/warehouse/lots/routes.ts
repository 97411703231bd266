import type { lots } from '@stowage/contract/warehouse/lots'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { Failure } from '../../errors.ts'
import { retryRaces } from '../stock/retry-conflicts.ts'
import { listInTheWay } from '../stock/hold-lot-stock.ts'
import {
  changeLot,
  changeLotState,
  getLot,
  type StateChange,
  type WithdrawPicks,
} from './commands.ts'
import { lotColumns } from './export.ts'
import { findDay, findStop, listLots } from './list-queries.ts'

/** `withdrawPicks` is of the orders, which the warehouse does not know. */
export const lotHandlers = (withdrawPicks: WithdrawPicks): Handlers<typeof lots> => ({
  async list(call, { query: { warehouse, ...query } }) {
    const { platform, warehouses, at } = call.actor
    const day = await call.read((db) => findDay(db, platform.id, warehouse, at))
    const sight = { warehouses, warehouse, day }
    return pageOrFile(call, query, 'lots', lotColumns, (db, page) =>
      listLots(db, platform.id, sight, query, page),
    )
  },

  lot: ({ read, actor }, { params, query }) =>
    read(async (db) => {
      const lot = await getLot(db, actor, params.lotId, query.warehouse)
      const isStopped = lot.state !== 'active'
      return { lot, stopped: isStopped ? await findStop(db, actor.platform.id, lot.id) : null }
    }),

  inTheWay: ({ read, actor }, { params }) =>
    read(async (db) => {
      await getLot(db, actor, params.lotId)
      return listInTheWay(db, actor, params.lotId)
    }),

  updateLot: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ lot: await changeLot(tx, actor, params.lotId, body) })),

  hold: async (call, { params, body }) => {
    await call.requireRights({ 'stock.unreserve': body.displace })
    return stop(call, params.lotId, 'hold', body, withdrawPicks)
  },
  release: ({ write, actor }, { params, body }) =>
    write(async (tx) => {
      const { lot } = await changeLotState(tx, actor, params.lotId, 'active', body, withdrawPicks)
      return { lot }
    }),
  recall: async (call, { params, body }) => {
    await call.requireRights({ 'stock.unreserve': body.displace })
    return stop(call, params.lotId, 'recalled', body, withdrawPicks)
  },
})

type Call = { actor: WorkspaceMember; write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> }

/** Orders may be released with the lot while its stock is being locked; then all begins again. */
const isRace = (error: unknown) => error instanceof Failure && error.code === 'lock_timeout'

/** Puts a lot on hold or recalls it, and names the orders that still have stock of it. */
const stop = (
  { actor, write }: Call,
  id: string,
  to: 'hold' | 'recalled',
  body: StateChange,
  withdrawPicks: WithdrawPicks,
) =>
  retryRaces(isRace, () =>
    write(async (tx) => ({
      ...(await changeLotState(tx, actor, id, to, body, withdrawPicks)),
      ...(await listInTheWay(tx, actor, id)),
    })),
  )
