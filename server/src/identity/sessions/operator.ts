import type { Operator, Origin } from '../../http/actor.ts'

type Account = { id: string; email: string; emailVerifiedAt: Date | null }
type Session = { sid: string; amr: readonly string[] }

/** Somebody who has proved to be this account's owner, in this request. */
export const operatorOf = (
  { ip, userAgent, requestId, at }: Origin,
  account: Account,
  session: Session,
): Operator => ({
  type: 'operator',
  ip,
  userAgent,
  requestId,
  at,
  id: account.id,
  email: account.email,
  emailVerified: account.emailVerifiedAt !== null,
  sessionId: session.sid,
  amr: session.amr,
  platform: null,
})
