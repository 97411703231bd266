import type { warehouses } from '@stowage/contract/warehouse/warehouses'
import type { Db } from '../../database/connect.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import {
  createWarehouse,
  getWarehouse,
  changeWarehouse,
  setWarehouseState,
} from './change-warehouses.ts'
import { warehouseColumns } from './warehouse-export.ts'
import { listWarehouses } from './warehouse-list-queries.ts'
import { findWarehouseByCode } from './warehouse-queries.ts'

export const warehouseHandlers: Handlers<typeof warehouses> = {
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
      (db) => findWarehouseByCode(db, call.actor.platform.id, call.actor.warehouses, body.code),
      () => call.write((tx) => createWarehouse(tx, call.actor, body)),
    ),

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ warehouse: await getWarehouse(db, actor, params.warehouseId) })),

  update: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      warehouse: await changeWarehouse(tx, actor, params.warehouseId, body),
    })),

  archive: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      warehouse: await setWarehouseState(tx, actor, params.warehouseId, body.version, 'archived'),
    })),

  restore: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      warehouse: await setWarehouseState(tx, actor, params.warehouseId, body.version, 'active'),
    })),
}
