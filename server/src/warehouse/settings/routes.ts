import { permissionsOfMember } from '@stowage/contract/member-permissions'
import type { settings } from '@stowage/contract/warehouse/settings'
import type { Db } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import { wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { addReason, changeReason, changeSettings, setMemberScope } from './commands.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { reasonColumns } from './export.ts'
import { findDemo, getSettings, listReasons } from './queries.ts'
import { findMemberScope, listMemberScopes } from './member-scope-queries.ts'

export const settingsHandlers: Handlers<typeof settings> = {
  myPermissions: async ({ read, actor }) => ({
    permissions: permissionsOfMember(actor.role, actor.permissions),
    warehouses: actor.warehouses ? [...actor.warehouses] : 'all',
    demo: await read((db) => findDemo(db, actor.platform.id)),
  }),

  warehouse: ({ read, actor }) =>
    read(async (db) => ({ settings: await getSettings(db, actor.platform.id) })),

  updateWarehouse: ({ write, actor }, { body }) =>
    write(async (tx) => ({ settings: await changeSettings(tx, actor, body) })),

  async reasons({ actor, ...call }, { query: { format } }) {
    const { platform, at } = actor
    const rowsOf = (db: Db) => listReasons(db, platform.id)
    return format === 'csv'
      ? wholeAsCsv(call, { name: 'reasons', at }, reasonColumns, rowsOf)
      : { items: await call.read(rowsOf) }
  },

  createReason: (call, { body }) =>
    // A reason is known by its code, which is its id.
    namingDuplicates(
      call,
      async () => ({ id: body.code }),
      () => call.write(async (tx) => ({ reason: await addReason(tx, call.actor, body) })),
    ),

  updateReason: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ reason: await changeReason(tx, actor, params.code, body) })),

  members: ({ read, actor }) =>
    read(async (db) => ({ items: await listMemberScopes(db, actor.platform.id) })),

  memberWarehouses: ({ read, actor }, { params }) =>
    read(async (db) => {
      const found = await findMemberScope(db, actor.platform.id, params.memberId)
      return { warehouseIds: (found ?? notFound()).warehouseIds }
    }),

  setMemberWarehouses: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      warehouseIds: await setMemberScope(tx, actor, params.memberId, body.warehouseIds),
    })),
}
