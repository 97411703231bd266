import type { channels } from '@stowage/contract/orders/channels'
import type { Handlers } from '../../http/mount.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import { changeChannel, createChannel } from './commands.ts'
import { channelRecord, listChannels } from './queries.ts'

const { create, update } = recordHandlers(channelRecord, {
  create: createChannel,
  update: changeChannel,
})

export const channelHandlers: Handlers<typeof channels> = {
  create,
  update,

  list: ({ read, actor }) =>
    read(async (db) => ({ items: await listChannels(db, actor.platform.id) })),
}
