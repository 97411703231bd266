import type { channels } from '@stowage/contract/orders/channels'
import { namingDuplicates } from '../../database/unique-violations.ts'
import type { Handlers } from '../../http/mount.ts'
import { changeChannel, createChannel } from './commands.ts'
import { findChannelByCode, listChannels } from './queries.ts'

export const channelHandlers: Handlers<typeof channels> = {
  list: ({ read, actor }) =>
    read(async (db) => ({ items: await listChannels(db, actor.platform.id) })),

  create: ({ read, write, actor }, { body }) =>
    namingDuplicates(
      { read },
      (db) => findChannelByCode(db, actor.platform.id, body.code),
      () => write(async (tx) => ({ channel: await createChannel(tx, actor, body) })),
    ),

  update: ({ read, write, actor }, { params, body }) =>
    namingDuplicates(
      { read },
      (db) => findChannelByCode(db, actor.platform.id, body.code ?? ''),
      () =>
        write(async (tx) => ({ channel: await changeChannel(tx, actor, params.channelId, body) })),
    ),
}
