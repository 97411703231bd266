import { randomBytes } from 'node:crypto'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import { lockPlatform, saveLogoKey } from '../directory/queries.ts'
import { putLogo } from './queries.ts'

/** Makes this the logo of the actor's platform; gives the path it is now shown under. */
export async function saveLogo(
  tx: Tx,
  actor: PlatformOperator,
  picture: { png: Buffer; webp: Buffer },
): Promise<string> {
  const { id } = actor.platform
  // Of two uploads at once, the platform must name the one whose picture stays.
  const platform = (await lockPlatform(tx, id)) ?? notFound('Platform not found')
  // 128 bits, 22 characters.
  const key = randomBytes(16).toString('base64url')
  await putLogo(tx, id, { key, ...picture }, actor.at)
  await saveLogoKey(tx, id, key, actor.at)
  const { name, slug } = platform
  await record(tx, actor, 'PLATFORM_LOGO_UPDATED', {
    platform: { id, slug },
    target: { type: 'platform', id, name },
  })
  return slug
}

/** Tells of a picture that was refused, by the code of the refusal. */
export const noteRejected = (tx: Tx, actor: PlatformOperator, reason: string): Promise<void> =>
  record(tx, actor, 'PLATFORM_LOGO_REJECTED', { outcome: 'failure', metadata: { reason } })
