import type { Input } from '@stowage/contract/route'
import type { categories } from '@stowage/contract/warehouse/categories'
import type { Tx } from '../../database/connect.ts'
import { notFound, requireVersion, failField, fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { createRecord, saveRecord } from '../../workspace/records/commands.ts'
import { categoryRecord, findCategoryIds, lockCategories } from './queries.ts'
import { isWithin } from './rules.ts'

export async function createCategory(
  tx: Tx,
  actor: WorkspaceMember,
  { name, parentId }: Input<typeof categories.create>['body'],
) {
  await requireCategory(tx, actor.platform.id, parentId, 'parentId')
  return createRecord(tx, categoryRecord, actor, { name, parentId })
}

/** Renames a category, or moves it with all below it; it cannot stand below itself. */
export async function changeCategory(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...change }: Input<typeof categories.update>['body'],
) {
  const { id: platformId } = actor.platform
  const all = await lockCategories(tx, platformId)
  const before = all.find((category) => category.id === id) ?? notFound()
  requireVersion(before, version)
  const { parentId = before.parentId } = change
  await requireCategory(tx, platformId, parentId, 'parentId')
  if (isWithin(all, parentId, id)) {
    failField('parentId', 'A category can’t be moved below itself')
  }
  return saveRecord(tx, categoryRecord, actor, before, change)
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
