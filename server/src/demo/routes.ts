import type { demo } from '@stowage/contract/demo'
import type { Handlers } from '../http/mount.ts'
import { beginLoading, beginRemoving, showRun } from './commands.ts'
import { counts } from './company.ts'

export const demoHandlers: Handlers<typeof demo> = {
  show: ({ read, actor }) =>
    read(async (db) => ({ demo: await showRun(db, actor.platform.id), sizes: counts })),

  load: ({ write, actor }, { body }) =>
    write(async (tx) => ({ demo: await beginLoading(tx, actor, body.size) })),

  remove: ({ write, actor }) => write(async (tx) => ({ demo: await beginRemoving(tx, actor) })),
}
