import type { reservations } from '@stowage/contract/warehouse/reservations'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { releaseReservation, reserveByHand } from './commands.ts'
import { claimColumns } from './export.ts'
import { listStockClaims } from './list-queries.ts'

export const reservationHandlers: Handlers<typeof reservations> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    if (format === 'csv')
      return listAsCsv(call, { name: 'reservations', at: actor.at }, claimColumns, (db, page) =>
        listStockClaims(db, actor, query, page),
      )
    return call.read((db) => listStockClaims(db, actor, query, query))
  },

  create: ({ write, actor }, { body }) =>
    write(async (tx) => ({ reservation: await reserveByHand(tx, actor, body) })),

  release: ({ write, actor }, { params }) =>
    write(async (tx) => ({
      reservation: await releaseReservation(tx, actor, params.reservationId),
    })),
}
