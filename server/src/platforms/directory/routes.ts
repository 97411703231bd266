import type { directory, PlatformDetails } from '@stowage/contract/platforms/directory'
import type { Db } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { listMembers } from '../members/queries.ts'
import { checkName, createPlatform, updatePlatform } from './commands.ts'
import { countMembers, findById, findPlatform, listPlatforms } from './queries.ts'
import { detailsOf, expectedVersion, listedOf, logoOf, quotaOf } from './rules.ts'

const notFound = (): never => fail('not_found', { message: 'Platform not found' })

export const directoryHandlers: Handlers<typeof directory> = {
  async mine({ db, actor }) {
    const [platforms, counts] = await Promise.all([
      listPlatforms(db, actor.id),
      countMembers(db, actor.id),
    ])
    return { platforms: platforms.map((each) => listedOf(each, counts.get(each.id) ?? 0)) }
  },

  checkName: ({ db, actor }, { query }) => checkName(db, actor, query.name),

  create: ({ write, actor, config }, { body }) =>
    write((tx) => createPlatform(tx, actor, body, quotaOf(actor, config))),

  details: ({ read, actor }) => read(async (db) => ({ platform: await showDetails(db, actor) })),

  async update({ write, confirm, actor, config, headers }, { body }) {
    if (body.slug !== undefined && body.slug !== actor.platform.slug) await confirm()
    return write(async (tx) => {
      const version = expectedVersion(body.version, headers['if-match'])
      await updatePlatform(tx, actor, { ...body, version }, config.publicUrl)
      return { platform: await showDetails(tx, actor) }
    })
  },

  async resolve({ db, actor }, { params }) {
    const platform = await findPlatform(db, params.slug.toLowerCase(), actor.at)
    const { name, slug, logoKey } = platform?.status === 'active' ? platform : notFound()
    return { platform: { name, slug, ...logoOf(slug, logoKey) } }
  },
}

async function showDetails(db: Db, { platform }: PlatformOperator): Promise<PlatformDetails> {
  const row = (await findById(db, platform.id)) ?? notFound()
  return detailsOf(row, await listMembers(db, platform.id), platform)
}
