import type { directory, PlatformDetails } from '@stowage/contract/platforms/directory'
import { copiesOf } from '../../cells/copies.ts'
import { hasAccounts } from '../../cells/operations.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { listMembers } from '../members/queries.ts'
import { listedOf as listedMemberOf } from '../members/rules.ts'
import { checkName, createPlatform, updatePlatform } from './commands.ts'
import { deleteOwnPlatform } from './delete.ts'
import { createAnywhere, renameAnywhere, transferElsewhere } from './create-anywhere.ts'
import {
  countMembers,
  findById,
  findPlatform,
  findRole,
  listPlatforms,
  listUndecided,
} from './queries.ts'
import { detailsOf, expectedVersion, listedOf, logoOf, quotaOf } from './rules.ts'
import { transferPlatform } from './transfer.ts'
import { keepPlatform } from './suspend-undecided.ts'

const platformNotFound = () => notFound('Platform not found')

export const directoryHandlers: Handlers<typeof directory> = {
  async mine({ db, actor, cells }) {
    const [platforms, counts, undecided] = await Promise.all([
      listPlatforms(db, actor.id),
      countMembers(db, actor.id),
      listUndecided(db, actor.id),
    ])
    const ids = platforms.map(({ id }) => id)
    return {
      ...(await copiesOf(cells, ids)),
      platforms: platforms.map((each) =>
        listedOf(each, {
          memberCount: counts.get(each.id) ?? 0,
          needsDecision: undecided.has(each.id),
        }),
      ),
    }
  },

  checkName: ({ db, actor }, { query }) => checkName(db, actor, query.name),

  async create(call, { body }) {
    const { write, actor, config, cells } = call
    const quota = quotaOf(actor, config)
    return cells.isOne
      ? write((tx) => createPlatform(tx, actor, body, quota))
      : createAnywhere(call, body, quota)
  },

  details: ({ read, actor }) => read(async (db) => ({ platform: await showDetails(db, actor) })),

  async update(call, { body }) {
    const { write, confirm, actor, config, headers, cells } = call
    const { slug } = body
    const isMoving = slug !== undefined && slug !== actor.platform.slug
    if (isMoving) await confirm()
    const work = async (tx: Tx) => {
      const version = expectedVersion(body.version, headers['if-match'])
      await updatePlatform(tx, actor, { ...body, version }, config.publicUrl)
      return { platform: await showDetails(tx, actor) }
    }
    return isMoving && !cells.isOne ? renameAnywhere(call, actor, slug, work) : write(work)
  },

  async transfer(call, { body }) {
    const { write, actor } = call
    const isDone = await (hasAccounts(call)
      ? write((tx) => transferPlatform(tx, call, actor, body.memberId))
      : transferElsewhere(call, actor, body.memberId))
    if (!isDone) fail('permission_denied')
    return call.read(async (db) => {
      const { role } = (await findRole(db, actor.id, actor.platform.id)) ?? platformNotFound()
      const platform = { ...actor.platform, role }
      return { platform: await showDetails(db, { ...actor, platform }) }
    })
  },

  async remove({ write, actor }, { body }) {
    if (!(await write((tx) => deleteOwnPlatform(tx, actor, body.slug)))) fail('permission_denied')
    return { success: true }
  },

  async keep({ read, write, actor }) {
    if (!(await write((tx) => keepPlatform(tx, actor)))) fail('permission_denied')
    return read(async (db) => ({ platform: await showDetails(db, actor) }))
  },

  async resolve({ db, actor }, { params }) {
    const platform = await findPlatform(db, params.slug.toLowerCase(), actor.at)
    const { name, slug, logoKey } = platform?.status === 'active' ? platform : platformNotFound()
    return { platform: { name, slug, ...logoOf(slug, logoKey) } }
  },
}

async function showDetails(db: Db, { platform, at }: PlatformOperator): Promise<PlatformDetails> {
  const row = (await findById(db, platform.id)) ?? platformNotFound()
  const members = await listMembers(db, platform.id)
  const linked = members.filter(({ accountId, status }) => accountId && status === 'active')
  return detailsOf(
    row,
    members.map((member) => listedMemberOf(member, at)),
    platform,
    linked.map(({ id }) => id),
  )
}
