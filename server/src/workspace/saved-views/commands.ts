import type { Input } from '@stowage/contract/route'
import type { SavedView, savedViews } from '@stowage/contract/workspace/saved-views'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  clearDefaultsOfOthers,
  countViews,
  deleteView,
  findView,
  insertView,
  putDefaultView,
  saveView,
} from './queries.ts'

/** Views of one member and list; more than anybody finds again. */
const most = 50

/** Records what others notice: a view that is shared, or is not any more. */
const recordSharing = (
  tx: Tx,
  actor: WorkspaceMember,
  { id, name, screen }: SavedView,
  action: 'VIEW_SHARED' | 'VIEW_UNSHARED',
) => record(tx, actor, action, { target: { type: 'view', id, name }, metadata: { screen } })

export async function createView(
  tx: Tx,
  actor: WorkspaceMember,
  body: Input<typeof savedViews.create>['body'],
): Promise<SavedView> {
  const { platform, id: memberId, at } = actor
  if ((await countViews(tx, platform.id, memberId, body.screen)) >= most)
    failField('name', `A list keeps up to ${most} of your views. Delete one first.`)
  const view: SavedView = {
    id: newId(),
    ...body,
    isOwn: true,
    ownerName: null,
    isDefault: false,
    version: 1,
    createdAt: at.toISOString(),
  }
  await insertView(tx, platform.id, memberId, view)
  if (view.isShared) await recordSharing(tx, actor, view, 'VIEW_SHARED')
  return (await findView(tx, platform.id, memberId, view.id)) ?? notFound()
}

/** Renames, changes or shares a view. */
export async function changeView(
  tx: Tx,
  actor: WorkspaceMember,
  viewId: string,
  { version, ...values }: Input<typeof savedViews.update>['body'],
): Promise<SavedView> {
  const { platform, id: memberId, at } = actor
  const before = await getEditable(tx, actor, viewId)
  requireVersion(before, version)
  if (!(await saveView(tx, platform.id, before, values, at)))
    fail('version_conflict', { currentVersion: before.version + 1 })
  const { isShared = before.isShared } = values
  if (isShared !== before.isShared)
    await recordSharing(tx, actor, before, isShared ? 'VIEW_SHARED' : 'VIEW_UNSHARED')
  // Others no longer see it.
  if (!isShared) await clearDefaultsOfOthers(tx, platform.id, memberId, viewId)
  return (await findView(tx, platform.id, memberId, viewId)) ?? notFound()
}

export async function removeView(tx: Tx, actor: WorkspaceMember, viewId: string): Promise<void> {
  const view = await getEditable(tx, actor, viewId)
  if (!(await deleteView(tx, actor.platform.id, viewId))) notFound()
  if (view.isShared) await recordSharing(tx, actor, view, 'VIEW_UNSHARED')
}

/** Returns a view the actor may change: an own one, or a shared one for those who may share. */
async function getEditable(tx: Tx, actor: WorkspaceMember, viewId: string): Promise<SavedView> {
  const view = (await findView(tx, actor.platform.id, actor.id, viewId)) ?? notFound()
  if (!view.isOwn && !actor.holds.has('view.share'))
    fail('permission_denied', { details: [{ path: 'permission', message: 'view.share' }] })
  return view
}

/** Chooses the view a list opens with, for this member. */
export async function setDefaultView(
  tx: Tx,
  { platform, id: memberId }: Pick<WorkspaceMember, 'platform' | 'id'>,
  { screen, viewId }: Input<typeof savedViews.setDefault>['body'],
): Promise<void> {
  const view = viewId === null ? undefined : await findView(tx, platform.id, memberId, viewId)
  if (viewId !== null && view?.screen !== screen) failField('viewId', 'This view doesn’t exist')
  await putDefaultView(tx, platform.id, memberId, screen, viewId)
}
