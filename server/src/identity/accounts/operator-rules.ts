import type { Operator, Origin } from '../../http/actor.ts'

type Account = {
  id: string
  email: string
  emailVerifiedAt: Date | null
  hasSecondFactor: boolean
}
type Session = { sid: string; amr: readonly string[]; authTime: Date; acr: string }

/** Returns the operator for an account that was proved in this request. */
export const operatorOf = (
  { ip, userAgent, requestId, at }: Origin,
  { id, email, emailVerifiedAt, hasSecondFactor }: Account,
  { sid, amr, authTime, acr }: Session,
): Operator => ({
  type: 'operator',
  ip,
  userAgent,
  requestId,
  at,
  id,
  email,
  emailVerified: emailVerifiedAt !== null,
  sessionId: sid,
  amr,
  authTime,
  acr,
  hasSecondFactor,
  platform: null,
})
