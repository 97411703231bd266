import { id } from '@stowage/contract/fields'
import { auditActions } from '@stowage/contract/audit-actions'
import type { audit } from '@stowage/contract/platforms/audit'
import { copiesOf } from '../../cells/copies.ts'
import type { Db } from '../../database/connect.ts'
import { countOnce } from '../../database/totals.ts'
import { fail, notFound } from '../../errors.ts'
import type { Operator } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { mustVerify } from '../../identity/accounts/rules.ts'
import { findPlatform } from '../directory/queries.ts'
import { noteView, viewedSince } from './commands.ts'
import { exportEvents } from './export.ts'
import {
  countEvents,
  findPosition,
  hasViewed,
  listEvents,
  planSearch,
  readablePlatforms,
  type Search,
  type Visible,
} from './queries.ts'
import { entryOf, maxCounted, totalOf } from './rules.ts'
import { findVerdict } from './find-verdict.ts'

export const auditHandlers: Handlers<typeof audit> = {
  async list({ read, write, actor, cells }, { query }) {
    const { viewed, platformIds, ...page } = await read(async (inside) => {
      const visible = await findVisible(inside, actor, query.platformId)
      const search = await planSearch(inside, visible, query)
      const after =
        query.before === undefined ? undefined : await findPosition(inside, query.before)
      const isNowhere = query.before !== undefined && after === undefined
      const [events, count, viewed] = await Promise.all([
        isNowhere ? [] : listEvents(inside, search, { ...query, after }),
        countOnce(maxCounted, decisiveOf(search), () => countEvents(inside, search)),
        hasViewed(inside, actor.id, viewedSince(actor.at)),
      ])
      const { platformIds } = visible
      return { logs: events.map(entryOf), ...totalOf(count), viewed, platformIds }
    })
    if (!viewed) await write((tx) => noteView(tx, actor))
    return { ...page, ...(await copiesOf(cells, platformIds)) }
  },

  async export({ actor, config, ...call }, { query }) {
    if (mustVerify(actor.emailVerified, config)) fail('email_not_verified')
    return exportEvents(call, actor, query, (inside) =>
      findVisible(inside, actor, query.platformId),
    )
  },

  actions: async () => ({ actions: [...auditActions] }),

  async verify({ db, read, actor }, { query }) {
    const { platformIds } = await read((inside) => findVisible(inside, actor, query.platformId))
    const [platformId] = query.platformId.trim() ? platformIds : []
    if (!platformId) notFound('Platform not found')
    return findVerdict(db, read, platformId, actor.at)
  },
}

/** Returns everything that affects the count of events, including the readable platforms. */
const decisiveOf = ({ platformIds, stretch, ownAccountId, filters }: Search) => {
  const { action, actorEmail, from, to } = filters
  return ['events', platformIds, stretch, ownAccountId, action, actorEmail, from, to]
}

/** Returns what this operator may read, limited to one platform if its id or slug is given. */
async function findVisible(db: Db, actor: Operator, platform?: string): Promise<Visible> {
  const platformIds = await readablePlatforms(db, actor.id)
  const name = platform?.trim().toLowerCase()
  if (!name) return { platformIds, ownAccountId: actor.id }
  const wanted = id.safeParse(name).success ? name : (await findPlatform(db, name, actor.at))?.id
  return { platformIds: platformIds.filter((each) => each === wanted), ownAccountId: undefined }
}
