import type { Context } from '../../context.ts'
import type { Operator, Origin } from '../../http/actor.ts'
import { readAccessToken } from '../signing-keys/access-tokens.ts'
import { operatorOf } from './operator-rules.ts'
import { findLiveSession } from '../sessions/queries.ts'

/** Returns the operator of an access token if token, session and account are all valid. */
export async function findOperator(
  context: Context,
  token: string,
  origin: Origin,
): Promise<Operator | undefined> {
  const claims = await readAccessToken(context, token, 'stowage:operator', origin.at)
  const session = claims && (await findLiveSession(context.control, claims.sid, origin.at))
  return session?.id === claims?.sub && session ? operatorOf(origin, session, session) : undefined
}
