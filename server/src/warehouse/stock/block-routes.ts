import type { locations } from '@stowage/contract/warehouse/locations'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { setLocationStatus, setLocationStatuses } from '../locations/commands.ts'
import { explainHolding, holdContents } from './lot-holds.ts'

type Call = Context & {
  actor: WorkspaceMember
  explain: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Blocks locations; when what lies there was to go on hold and may not, the refusal says why. */
async function orExplainHold<T>(
  call: Call,
  isHolding: boolean,
  ids: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { actor, explain, write } = call
  if (!isHolding) return write(work)
  try {
    return await write(work)
  } catch (error) {
    await explain((tx) => explainHolding(tx, actor, ids, error))
    throw error
  }
}

/** Locations are blocked here, because what lies there may go on hold with them. */
export const blockHandlers: Handlers<Pick<typeof locations, 'block' | 'blockMany'>> = {
  async block(call, { params: { locationId }, body: { version, direction, hold } }) {
    await call.requireRights({ 'stock.status.change': hold })
    return orExplainHold(call, hold, [locationId], async (tx) => {
      const location = await setLocationStatus(tx, call.actor, locationId, version, { direction })
      if (hold) await holdContents(tx, call.actor, [locationId], `${location.code} was blocked`)
      return { location }
    })
  },

  async blockMany(call, { body: { ids, direction, hold } }) {
    await call.requireRights({ 'stock.status.change': hold })
    return orExplainHold(call, hold, ids, async (tx) => {
      const changed = await setLocationStatuses(tx, call.actor, ids, { direction })
      if (hold) await holdContents(tx, call.actor, ids, 'The locations were blocked')
      return { changed }
    })
  },
}
