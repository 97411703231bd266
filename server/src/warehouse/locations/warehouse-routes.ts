import type { warehouses } from '@stowage/contract/warehouse/warehouses'
import type { Db } from '../../database/connect.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { findTaken } from '../../workspace/records/queries.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import { changeWarehouse, createWarehouse } from './change-warehouses.ts'
import { warehouseColumns } from './warehouse-export.ts'
import { listWarehouses } from './warehouse-list-queries.ts'
import { warehouseRecord } from './warehouse-queries.ts'

const handlers = recordHandlers(warehouseRecord, { update: changeWarehouse })

export const warehouseHandlers: Handlers<typeof warehouses> = {
  ...handlers,

  async list({ actor, ...call }, { query: { format, kind } }) {
    const { platform, warehouses, at } = actor
    const rowsOf = (db: Db) => listWarehouses(db, platform.id, warehouses, kind)
    return format === 'csv'
      ? wholeAsCsv(call, { name: 'warehouses', at }, warehouseColumns, rowsOf)
      : { items: await call.read(rowsOf) }
  },

  create: (call, { body }) =>
    namingDuplicates(
      call,
      async (db) => {
        const owner = await findTaken(db, warehouseRecord, call.actor, body)
        return owner && { id: owner.id }
      },
      () => call.write((tx) => createWarehouse(tx, call.actor, body)),
    ),
}
