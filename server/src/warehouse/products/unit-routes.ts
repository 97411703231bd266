import type { units } from '@stowage/contract/warehouse/units'
import type { Handlers } from '../../http/mount.ts'
import { listUnits } from './unit-queries.ts'

export const unitHandlers: Handlers<typeof units> = {
  list: ({ read, actor }) => read((db) => listUnits(db, actor.platform.id)),
}
