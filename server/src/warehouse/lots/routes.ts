import type { lots } from '@stowage/contract/warehouse/lots'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { changeLot } from './commands.ts'
import { findLot } from './lot-queries.ts'

export const lotHandlers: Handlers<typeof lots> = {
  lot: ({ read, actor }, { params }) =>
    read(async (db) => ({
      lot: (await findLot(db, actor.platform.id, params.lotId)) ?? notFound(),
    })),
  updateLot: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ lot: await changeLot(tx, actor, params.lotId, body) })),
}
