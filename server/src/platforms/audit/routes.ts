import { id } from '@stowage/contract/fields'
import { auditActions, type audit } from '@stowage/contract/platforms/audit'
import type { Db } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Operator } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { findPlatform } from '../directory/queries.ts'
import { noteView, viewedSince } from './commands.ts'
import { countEvents, hasViewed, listEvents, readablePlatforms, type Visible } from './queries.ts'
import { entryOf } from './rules.ts'
import { findVerdict } from './verdicts.ts'

export const auditHandlers: Handlers<typeof audit> = {
  async list({ read, write, actor }, { query }) {
    const { viewed, ...page } = await read(async (db) => {
      const visible = await findVisible(db, actor, query.platformId)
      const logs = (await listEvents(db, visible, query)).map(entryOf)
      const total = await countEvents(db, visible, query)
      return { logs, total, viewed: await hasViewed(db, actor.id, viewedSince(actor.at)) }
    })
    if (!viewed) await write((tx) => noteView(tx, actor))
    return page
  },

  actions: async () => ({ actions: [...auditActions] }),

  async verify({ db, read, actor }, { query }) {
    const { platformIds } = await read((inside) => findVisible(inside, actor, query.platformId))
    const [platformId] = query.platformId.trim() ? platformIds : []
    if (!platformId) fail('not_found', { message: 'Platform not found' })
    return findVerdict(db, read, platformId, actor.at)
  },
}

/** What this operator may see, narrowed to one platform by its id or path where one is named. */
async function findVisible(db: Db, actor: Operator, platform?: string): Promise<Visible> {
  const platformIds = await readablePlatforms(db, actor.id)
  const name = platform?.trim().toLowerCase()
  if (!name) return { platformIds, ownAccountId: actor.id }
  const wanted = id.safeParse(name).success ? name : (await findPlatform(db, name, actor.at))?.id
  return { platformIds: platformIds.filter((each) => each === wanted), ownAccountId: undefined }
}
