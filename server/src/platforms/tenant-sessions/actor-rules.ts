import type { Origin, Platform, TenantMember } from '../../http/actor.ts'

type Person = Pick<TenantMember, 'id' | 'email' | 'role' | 'permissions'>
type Session = { sid: string; amr: readonly string[] }

/** Returns the actor for a member who was proved in this request. */
export const memberOf = (
  { ip, userAgent, requestId, at }: Origin,
  { id, email, role, permissions }: Person,
  session: Session,
  platform: Platform,
): TenantMember => ({
  type: 'tenant_user',
  ip,
  userAgent,
  requestId,
  at,
  id,
  email,
  role,
  permissions,
  sessionId: session.sid,
  amr: session.amr,
  platform: { id: platform.id, slug: platform.slug },
})
