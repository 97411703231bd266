import { foldKey } from '@stowage/contract/folding'
import type { SavedView } from '@stowage/contract/workspace/saved-views'
import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'

type ViewRow = Omit<SavedView, 'createdAt'> & { createdAt: Date }
const viewOf = ({ createdAt, ...row }: ViewRow): SavedView => ({
  ...row,
  createdAt: createdAt.toISOString(),
})

/** Views the member may see: its own and those that are shared. */
const visibleViews = (db: Db, platformId: string, memberId: string) =>
  db
    .selectFrom('tenant.savedViews as v')
    .select(['v.viewId as id', 'v.screen', 'v.name', 'v.isShared', 'v.version', 'v.createdAt'])
    .select([
      sql<SavedView['query']>`v.query`.as('query'),
      sql<SavedView['arrangement']>`v.arrangement`.as('arrangement'),
      sql<boolean>`v.owner_id = ${memberId}`.as('isOwn'),
      nameOfMember(platformId, sql.ref('v.owner_id')).as('ownerName'),
      sql<boolean>`exists (
        select from tenant.default_views d
        where d.platform_id = v.platform_id and d.member_id = ${memberId}
          and d.view_id = v.view_id)`.as('isDefault'),
    ])
    .where('v.platformId', '=', platformId)
    .where((view) => view.or([view('v.isShared', '=', true), view('v.ownerId', '=', memberId)]))

/** Own views by name, then shared ones of others. */
export async function listViews(
  db: Db,
  platformId: string,
  memberId: string,
  screen: string,
): Promise<SavedView[]> {
  const rows = await visibleViews(db, platformId, memberId)
    .where('v.screen', '=', screen)
    .orderBy(sql`v.owner_id <> ${memberId}`)
    .orderBy('v.nameKey')
    .orderBy('v.viewId')
    .execute()
  return rows.map((row) => viewOf(row as ViewRow))
}

export async function findView(
  db: Db,
  platformId: string,
  memberId: string,
  viewId: string,
): Promise<SavedView | undefined> {
  const row = await visibleViews(db, platformId, memberId)
    .where('v.viewId', '=', viewId)
    .executeTakeFirst()
  return row && viewOf(row as ViewRow)
}

/** Returns the member's view of this list that has the name, for a refusal to name. */
export async function findViewByName(
  db: Db,
  platformId: string,
  ownerId: string,
  screen: string,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('tenant.savedViews')
    .select(['viewId as id', 'name'])
    .where('platformId', '=', platformId)
    .where('screen', '=', screen)
    .where('ownerId', '=', ownerId)
    .where('nameKey', '=', foldKey(name))
    .executeTakeFirst()
}

/** Returns the view that has the name this one should get, for a refusal to name. */
export async function findNamesake(
  db: Db,
  platformId: string,
  viewId: string,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  const view = await db
    .selectFrom('tenant.savedViews')
    .select(['ownerId', 'screen'])
    .where('platformId', '=', platformId)
    .where('viewId', '=', viewId)
    .executeTakeFirst()
  return view && findViewByName(db, platformId, view.ownerId, view.screen, name)
}

/** Counts the views a member has of one list. */
export async function countViews(
  db: Db,
  platformId: string,
  memberId: string,
  screen: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('tenant.savedViews')
    .select((all) => all.fn.countAll<string>().as('count'))
    .where('platformId', '=', platformId)
    .where('ownerId', '=', memberId)
    .where('screen', '=', screen)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertView(
  tx: Tx,
  platformId: string,
  ownerId: string,
  { id, screen, name, isShared, query, arrangement, version, createdAt }: SavedView,
): Promise<void> {
  const at = new Date(createdAt)
  await tx
    .insertInto('tenant.savedViews')
    .values({
      platformId,
      viewId: id,
      screen,
      name,
      nameKey: foldKey(name),
      ownerId,
      isShared,
      query: JSON.stringify(query),
      arrangement: arrangement && JSON.stringify(arrangement),
      version,
      createdAt: at,
      updatedAt: at,
    })
    .execute()
}

type Values = {
  [Name in 'name' | 'isShared' | 'query' | 'arrangement']?: SavedView[Name] | undefined
}

/** Writes these values and the next version. Returns false if somebody else has changed the view. */
export async function saveView(
  tx: Tx,
  platformId: string,
  { id, version }: Pick<SavedView, 'id' | 'version'>,
  { name, isShared, query, arrangement }: Values,
  at: Date,
): Promise<boolean> {
  const values: Updateable<Tables['tenant.savedViews']> = {
    ...(name !== undefined && { name, nameKey: foldKey(name) }),
    ...(isShared !== undefined && { isShared }),
    ...(query !== undefined && { query: JSON.stringify(query) }),
    ...(arrangement !== undefined && {
      arrangement: arrangement && JSON.stringify(arrangement),
    }),
  }
  const { numUpdatedRows } = await tx
    .updateTable('tenant.savedViews')
    .set((column) => ({ ...values, updatedAt: at, version: column('version', '+', 1) }))
    .where('platformId', '=', platformId)
    .where('viewId', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes a view; false if it was gone. */
export async function deleteView(tx: Tx, platformId: string, viewId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tenant.savedViews')
    .where('platformId', '=', platformId)
    .where('viewId', '=', viewId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Forgets that others open the list with this view. */
export async function clearDefaultsOfOthers(
  tx: Tx,
  platformId: string,
  memberId: string,
  viewId: string,
): Promise<void> {
  await tx
    .deleteFrom('tenant.defaultViews')
    .where('platformId', '=', platformId)
    .where('viewId', '=', viewId)
    .where('memberId', '<>', memberId)
    .execute()
}

/** Sets the view a list opens with; null for the list as it is. */
export async function putDefaultView(
  tx: Tx,
  platformId: string,
  memberId: string,
  screen: string,
  viewId: string | null,
): Promise<void> {
  if (viewId === null)
    await tx
      .deleteFrom('tenant.defaultViews')
      .where('platformId', '=', platformId)
      .where('memberId', '=', memberId)
      .where('screen', '=', screen)
      .execute()
  else
    await tx
      .insertInto('tenant.defaultViews')
      .values({ platformId, memberId, screen, viewId })
      .onConflict((conflict) =>
        conflict.columns(['platformId', 'memberId', 'screen']).doUpdateSet({ viewId }),
      )
      .execute()
}
