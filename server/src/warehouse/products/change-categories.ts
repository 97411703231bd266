import type { Input } from '@stowage/contract/route'
import type { categories } from '@stowage/contract/warehouse/categories'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { notFound, requireVersion, failField, fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { tell, told } from '../../workspace/records/commands.ts'
import {
  categoryRecord,
  insertCategory,
  lockCategories,
  saveCategory,
  findCategoryIds,
} from './category-queries.ts'
import { afterChange, isWithin } from './category-rules.ts'

export async function createCategory(
  tx: Tx,
  actor: WorkspaceMember,
  { name, parentId }: Input<typeof categories.create>['body'],
) {
  const { platform, at } = actor
  await requireCategory(tx, platform.id, parentId, 'parentId')
  const row = { categoryId: newId(), name, parentId, createdAt: at, updatedAt: at }
  const category = await insertCategory(tx, platform.id, row)
  await tell(tx, actor, [told(categoryRecord, actor, category, { change: 'created' })])
  return category
}

/** Renames a category, or moves it with all below it; it cannot stand below itself. */
export async function changeCategory(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...change }: Input<typeof categories.update>['body'],
) {
  const { platform, at } = actor
  const all = await lockCategories(tx, platform.id)
  const before = all.find((category) => category.id === id) ?? notFound()
  requireVersion(before, version)
  const { name, parentId } = afterChange(before, change)
  await requireCategory(tx, platform.id, parentId, 'parentId')
  if (isWithin(all, parentId, id)) {
    failField('parentId', 'A category can’t be moved below itself')
  }
  const category = await saveCategory(tx, platform.id, id, { name, parentId, updatedAt: at })
  const payload = { changed: Object.keys(change) }
  await tell(tx, actor, [told(categoryRecord, actor, category, { change: 'updated', payload })])
  return category
}

export const requireCategory = (
  tx: Tx,
  platformId: string,
  id: string | null,
  path = 'categoryId',
) => requireCategories(tx, platformId, [{ id, path }])

export async function requireCategories(
  tx: Tx,
  platformId: string,
  wanted: readonly { id: string | null; path: string }[],
): Promise<void> {
  const ids = new Set(wanted.flatMap(({ id }) => id ?? []))
  if (ids.size === 0) return
  const found = await findCategoryIds(tx, platformId, [...ids])
  const message = 'This category doesn’t exist'
  const details = wanted
    .filter(({ id }) => id !== null && !found.has(id))
    .map(({ path }) => ({ path, message }))
  if (details.length > 0) fail('validation_failed', { message, details })
}
