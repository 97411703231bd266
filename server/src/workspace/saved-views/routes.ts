import type { savedViews as routes } from '@stowage/contract/workspace/saved-views'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { rightsOf } from '../../http/authorization.ts'
import type { MemberInScope, WorkspaceMember } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { changeView, createView, removeView, setDefaultView } from './commands.ts'
import { findNamesake, findViewByName, listViews } from './queries.ts'

/** Every member may keep views; what else it may do decides about shared ones. */
const withRights = (actor: MemberInScope): WorkspaceMember => ({
  ...actor,
  holds: rightsOf(actor),
})

export const savedViewHandlers: Handlers<typeof routes> = {
  list: ({ read, actor }, { query: { screen } }) =>
    read(async (db) => ({ items: await listViews(db, actor.platform.id, actor.id, screen) })),

  create: async (call, { body }) => {
    const { read, write } = call
    const actor = withRights(call.actor)
    await call.requireRights({
      'view.share': body.isShared,
    })
    return namingDuplicates(
      { read },
      (db) => findViewByName(db, actor.platform.id, actor.id, body.screen, body.name),
      () => write(async (tx) => ({ view: await createView(tx, actor, body) })),
    )
  },

  update: async (call, { params, body }) => {
    const { read, write } = call
    const actor = withRights(call.actor)
    await call.requireRights({
      'view.share': body.isShared === true,
    })
    return namingDuplicates(
      { read },
      (db) => findNamesake(db, actor.platform.id, params.viewId, body.name ?? ''),
      () => write(async (tx) => ({ view: await changeView(tx, actor, params.viewId, body) })),
    )
  },

  remove: ({ write, actor }, { params }) =>
    write(async (tx) => {
      await removeView(tx, withRights(actor), params.viewId)
      return {}
    }),

  setDefault: ({ write, actor }, { body }) =>
    write(async (tx) => {
      await setDefaultView(tx, actor, body)
      return {}
    }),
}
