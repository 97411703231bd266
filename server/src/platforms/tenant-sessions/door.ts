import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import type { Origin } from '../../http/actor.ts'
import { readAccessToken } from '../../identity/sessions/access-tokens.ts'
import { findPlatform } from '../directory/queries.ts'
import { memberOf } from './member.ts'
import { findLiveMember } from './queries.ts'

/**
 * The platform behind a path, and the member of it that a bearer token speaks for. The token is bound to
 * the platform's id, so a renamed platform signs nobody out and another platform's token opens nothing.
 * Both are asked for together: what the token says of the platform is signed, and is compared afterwards.
 */
export async function findMember(context: Context, token: string, slug: string, origin: Origin) {
  const { at } = origin
  const claims = await readAccessToken(context, token, 'stowage:tenant', at)
  const platformId = claims?.platformId
  if (!claims || platformId === undefined) {
    const platform = await findPlatform(context.db, slug, at)
    return platform && { platform, member: undefined }
  }
  const { sub, sid } = claims
  const [platform, person] = await inTransaction(
    context.db,
    { platformId },
    (tx) => Promise.all([findPlatform(tx, slug, at), findLiveMember(tx, platformId, sid, at)]),
    { readOnly: true },
  )
  if (!platform) return undefined
  if (platform.id !== platformId || person?.id !== sub) return { platform, member: undefined }
  const warehouses = person.warehouses.length > 0 ? person.warehouses : null
  const member = { ...memberOf(origin, person, { ...person, sid }, platform), warehouses }
  return { platform, member }
}
