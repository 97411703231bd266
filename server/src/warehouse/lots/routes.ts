import type { lots } from '@stowage/contract/warehouse/lots'
import { type LotState } from '@stowage/contract/warehouse/lots'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { explainLotHold, listInTheWay } from '../stock/lot-holds.ts'
import { changeLot, changeLotState, getLot, type StateChange } from './commands.ts'
import { lotColumns } from './export.ts'
import { findDay, listLots } from './list-queries.ts'

export const lotHandlers: Handlers<typeof lots> = {
  async list({ actor, ...call }, { query: { format, warehouse, ...query } }) {
    const { platform, warehouses, at } = actor
    const day = await call.read((db) => findDay(db, platform.id, warehouse, at))
    const sight = { warehouses, warehouse, day }
    if (format === 'csv')
      return listAsCsv(call, { name: 'lots', at }, lotColumns, (db, page) =>
        listLots(db, platform.id, sight, query, page),
      )
    return call.read((db) => listLots(db, platform.id, sight, query, query))
  },

  lot: ({ read, actor }, { params, query }) =>
    read(async (db) => ({ lot: await getLot(db, actor, params.lotId, query.warehouse) })),

  updateLot: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ lot: await changeLot(tx, actor, params.lotId, body) })),

  hold: async (call, { params, body }) => {
    await call.requireRights({ 'stock.unreserve': body.displace })
    return change(call, params.lotId, 'hold', body)
  },
  release: async (call, { params, body }) => {
    const { lot } = await change(call, params.lotId, 'active', body)
    return { lot }
  },
  recall: async (call, { params, body }) => {
    await call.requireRights({ 'stock.unreserve': body.displace })
    return change(call, params.lotId, 'recalled', body)
  },
}

type Call = Context & {
  actor: WorkspaceMember
  explain: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Changes the state of a lot; when its stock cannot follow, the refusal says why. */
async function change(
  { actor, explain, write }: Call,
  id: string,
  to: LotState,
  body: StateChange,
) {
  try {
    return await write(async (tx) => ({
      lot: await changeLotState(tx, actor, id, to, body),
      inTheWay: to === 'active' ? [] : await listInTheWay(tx, actor, id),
    }))
  } catch (error) {
    if (to !== 'active') await explain((tx) => explainLotHold(tx, actor, id, error))
    throw error
  }
}
