import type { Context } from '../../context.ts'
import { inOneStatement } from '../../database/transactions.ts'
import type { MemberInScope, Origin } from '../../http/actor.ts'
import { readAccessToken } from '../../identity/sessions/access-tokens.ts'
import { findPlatform } from '../directory/queries.ts'
import { memberOf } from './member.ts'
import { findLiveMember } from './queries.ts'

/**
 * The member a bearer token speaks for on the platform of this path. The token is bound to the
 * platform's id, so a renamed platform signs nobody out and another platform's token opens nothing.
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
  // A path the platform had before leads there too, for a while.
  if (member.slug !== slug && (await findPlatform(context.db, slug, at))?.id !== platformId)
    return undefined
  const platform = { id: platformId, slug: member.slug }
  const warehouses = member.warehouses.length > 0 ? member.warehouses : null
  return { ...memberOf(origin, member, { ...member, sid }, platform), warehouses }
}
