import type { apiKeys } from '@stowage/contract/workspace/api-keys'
import type { Handlers } from '../../http/mount.ts'
import { createKey, revokeKey, rotateKey } from './commands.ts'
import { listKeys, toReply } from './queries.ts'

export const apiKeyHandlers: Handlers<typeof apiKeys> = {
  async list({ read, actor }) {
    const rows = await read((db) => listKeys(db, actor.platform.id))
    return { items: rows.map((row) => toReply(row, actor.at)) }
  },

  create: ({ write, actor }, { body }) => write((tx) => createKey(tx, actor, body)),

  rotate: ({ write, actor }, { params, body }) =>
    write((tx) => rotateKey(tx, actor, params.keyId, body.overlapHours)),

  revoke: ({ write, actor }, { params }) =>
    write(async (tx) => ({ apiKey: await revokeKey(tx, actor, params.keyId) })),
}
