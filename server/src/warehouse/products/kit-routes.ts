import type { kits } from '@stowage/contract/warehouse/kits'
import type { Handlers } from '../../http/mount.ts'
import { saveKit } from './save-kit.ts'
import { getKit } from './kit-queries.ts'

export const kitHandlers: Handlers<typeof kits> = {
  details: ({ read, actor }, { params }) =>
    read((db) => getKit(db, actor.platform.id, params.variantId)),

  save: ({ write, actor }, { params, body }) =>
    write((tx) => saveKit(tx, actor, params.variantId, body)),
}
