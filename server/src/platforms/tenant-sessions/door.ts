import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import type { MemberInScope, Origin } from '../../http/actor.ts'
import { readAccessToken } from '../../identity/sessions/access-tokens.ts'
import { memberOf } from './member.ts'
import { findLiveMember } from './queries.ts'

/**
 * The member a bearer token speaks for on this platform. The token is bound to the platform's id,
 * so a renamed platform signs nobody out and another platform's token opens nothing.
 */
export async function findMember(
  context: Context,
  token: string,
  platform: { id: string; slug: string },
  origin: Origin,
): Promise<MemberInScope | undefined> {
  const claims = await readAccessToken(context, token, 'stowage:tenant', origin.at)
  if (!claims || claims.platformId !== platform.id) return undefined
  const { sub, sid } = claims
  const member = await inTransaction(
    context.db,
    { platformId: platform.id },
    (tx) => findLiveMember(tx, platform.id, sid, origin.at),
    { readOnly: true },
  )
  if (member?.id !== sub) return undefined
  const warehouses = member.warehouses.length > 0 ? member.warehouses : null
  return { ...memberOf(origin, member, { ...member, sid }, platform), warehouses }
}
