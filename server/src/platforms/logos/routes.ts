import type { logos } from '@stowage/contract/platforms/logos'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import { Failure, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { imageReply, imageTypeFor, type ImageType } from '../../images/reply.ts'
import { findPlatform } from '../directory/queries.ts'
import { logoPath } from '../directory/rules.ts'
import { noteRejected, saveLogo } from './commands.ts'
import { findLogo } from './queries.ts'

export const logoHandlers: Handlers<typeof logos> = {
  async save({ actor, images, write }, { body }) {
    const picture = await images.convert(body, 'logo').catch(async (error: unknown) => {
      // An overloaded server did not check the image.
      if (error instanceof Failure && error.code !== 'unavailable')
        await write((tx) => noteRejected(tx, actor, error.code))
      throw error
    })
    return { logoUrl: logoPath(await write((tx) => saveLogo(tx, actor, picture))) }
  },

  async show(context, { params }) {
    const type = imageTypeFor(context.headers.accept)
    const platform = await findPlatform(context.db, params.name.toLowerCase(), context.actor.at)
    const key = platform?.status === 'active' ? platform.logoKey : null
    const bytes = platform && key && (await readLogo(context, platform.id, key, type))
    return imageReply(type, bytes || notFound(), {
      name: 'logo',
      tag: key ?? '',
      cache: 'public, max-age=300',
    })
  },
}

/** Reads a logo without a session. The platform comes from the slug. */
const readLogo = ({ db }: Context, platformId: string, key: string, type: ImageType) =>
  inTransaction(db, { platformId }, (tx) => findLogo(tx, platformId, key, type), {
    readOnly: true,
  })
