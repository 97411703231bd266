import type { reservations } from '@stowage/contract/warehouse/reservations'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { releaseReservation, reserveByHand } from './commands.ts'
import { claimColumns } from './export.ts'
import { listStockClaims } from './list-queries.ts'

export const reservationHandlers: Handlers<typeof reservations> = {
  list: (call, { query }) =>
    pageOrFile(call, query, 'reservations', claimColumns, (db, page) =>
      listStockClaims(db, call.actor, query, page),
    ),

  create: ({ write, actor }, { body }) =>
    write(async (tx) => ({ reservation: await reserveByHand(tx, actor, body) })),

  release: ({ write, actor }, { params }) =>
    write(async (tx) => ({
      reservation: await releaseReservation(tx, actor, params.reservationId),
    })),
}
