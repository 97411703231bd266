import type { categories } from '@stowage/contract/warehouse/categories'
import type { Db } from '../../database/connect.ts'
import { wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import { changeCategory, createCategory } from './commands.ts'
import { categoryColumns, withPaths } from './export.ts'
import { categoryRecord, listCategories } from './queries.ts'

const { create, update } = recordHandlers(categoryRecord, {
  create: createCategory,
  update: changeCategory,
})

export const categoryHandlers: Handlers<typeof categories> = {
  create,
  update,

  async list({ actor, ...call }, { query: { format } }) {
    const { platform, at } = actor
    const rowsOf = (db: Db) => listCategories(db, platform.id)
    return format === 'csv'
      ? wholeAsCsv(call, { name: 'categories', at }, categoryColumns, async (db) =>
          withPaths(await rowsOf(db)),
        )
      : { items: await call.read(rowsOf) }
  },
}
