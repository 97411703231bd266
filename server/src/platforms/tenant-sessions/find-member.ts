import type { Context } from '../../context.ts'
import { inOneStatement } from '../../database/transactions.ts'
import type { MemberInScope, Origin } from '../../http/actor.ts'
import { readAccessToken } from '../../identity/signing-keys/sign-access-token.ts'
import { findPlatform } from '../directory/queries.ts'
import { memberOf } from './rules.ts'
import { findLiveMember } from './queries.ts'

/**
 * Returns the member of a bearer token on the platform of this slug. Tokens are bound to the
 * platform's id, so renaming a platform signs nobody out and other platforms' tokens are refused.
 */
export async function findMember(
  context: Context,
  token: string,
  slug: string,
  origin: Origin,
): Promise<MemberInScope | undefined> {
  const { at } = origin
  const claims = await readAccessToken(context, token, 'stowage:tenant', at)
  if (!claims?.platformId) return undefined
  const { platformId, sub, sid } = claims
  const member = await inOneStatement(context.db, (tx) => findLiveMember(tx, platformId, sid, at))
  if (member?.id !== sub) return undefined
  // A former slug also leads to the platform for a while.
  if (member.slug !== slug && (await findPlatform(context.db, slug, at))?.id !== platformId)
    return undefined
  const platform = { id: platformId, slug: member.slug }
  const warehouses = member.warehouses.length > 0 ? member.warehouses : null
  return { ...memberOf(origin, member, { ...member, sid }, platform), warehouses }
}
