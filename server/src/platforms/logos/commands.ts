import { randomBytes } from 'node:crypto'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import { lockPlatform, saveLogoKey } from '../directory/queries.ts'
import { putLogo } from './queries.ts'

/** Saves the logo of the actor's platform and returns its URL. */
export async function saveLogo(
  tx: Tx,
  actor: PlatformOperator,
  picture: { png: Buffer; webp: Buffer },
): Promise<string> {
  const { id } = actor.platform
  // Of concurrent uploads, the platform's key must match the stored image.
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

/** Records a refused image with the code of the refusal. */
export const noteRejected = (tx: Tx, actor: PlatformOperator, reason: string): Promise<void> =>
  record(tx, actor, 'PLATFORM_LOGO_REJECTED', { outcome: 'failure', metadata: { reason } })
