import type { categories } from '@stowage/contract/warehouse/categories'
import type { Db } from '../../database/connect.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { createCategory, changeCategory } from './change-categories.ts'
import { categoryColumns, withPaths } from './category-export.ts'
import { findCategoryByName, listCategories } from './category-queries.ts'
import { afterChange } from './category-rules.ts'

export const categoryHandlers: Handlers<typeof categories> = {
  async list({ actor, ...call }, { query: { format } }) {
    const { platform, at } = actor
    const rowsOf = (db: Db) => listCategories(db, platform.id)
    return format === 'csv'
      ? wholeAsCsv(call, { name: 'categories', at }, categoryColumns, async (db) =>
          withPaths(await rowsOf(db)),
        )
      : { items: await call.read(rowsOf) }
  },

  create: (call, { body }) =>
    namingDuplicates(
      call,
      (db) => findCategoryByName(db, call.actor.platform.id, body),
      () => call.write(async (tx) => ({ category: await createCategory(tx, call.actor, body) })),
    ),

  update: (call, { params, body }) => {
    const { id } = call.actor.platform
    const categoryId = params.categoryId.toLowerCase()
    const findTaken = async (db: Db) => {
      const before = (await listCategories(db, id)).find((one) => one.id === categoryId)
      return before && findCategoryByName(db, id, afterChange(before, body))
    }
    return namingDuplicates(call, findTaken, () =>
      call.write(async (tx) => ({
        category: await changeCategory(tx, call.actor, categoryId, body),
      })),
    )
  },
}
