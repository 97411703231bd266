import type { Member } from '@stowage/contract/platforms/members'
import type { TenantUser } from '@stowage/contract/platforms/tenant-sessions'
import type { Origin, Platform, TenantMember } from '../../http/actor.ts'

export type Person = Omit<TenantUser, 'platformId' | 'platformSlug' | 'usesAccountPassword'> & {
  accountId: string | null
}

/** Returns a member for its own client. */
export const tenantUserOf = (
  { accountId, ...person }: Person,
  platform: { id: string; slug: string },
): TenantUser => ({
  id: person.id,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  role: person.role,
  permissions: person.permissions,
  platformId: platform.id,
  platformSlug: platform.slug,
  mustChangePassword: person.mustChangePassword,
  usesAccountPassword: accountId !== null,
  version: person.version,
})

/** The member who signs in. `account` is that of a linked member. */
export type Candidate = {
  status: Member['status']
  account: { status: string; isVerified: boolean } | null
}

export type Facts = {
  passwordMatches: boolean
  platformStatus: string
  /** True if accounts must verify their address before they sign in. */
  mustBeVerified: boolean
}

type Refusal = {
  code: 'invalid_credentials' | 'account_suspended' | 'platform_suspended'
  /** For the log only. */
  reason: string
}

const invalid = (reason: string): Refusal => ({ code: 'invalid_credentials', reason })

/**
 * Decides whether a member may sign in. Unknown address and wrong password give the same refusal.
 * Only a caller with the right password learns about a suspension.
 */
export function admit<C extends Candidate>(
  candidate: C | undefined,
  { passwordMatches, platformStatus, mustBeVerified }: Facts,
): { code: 'admitted'; member: C } | Refusal {
  if (!candidate) return invalid('unknown_address')
  if (candidate.status === 'invited') return invalid('not_active')
  if (!passwordMatches) return invalid('wrong_password')
  const { account } = candidate
  if (account?.status === 'deleted') return invalid('not_active')
  if (account && mustBeVerified && !account.isVerified) return invalid('not_verified')
  if (account?.status === 'suspended')
    return { code: 'account_suspended', reason: 'account_suspended' }
  if (platformStatus !== 'active' || candidate.status === 'disabled')
    return { code: 'platform_suspended', reason: 'platform_suspended' }
  return { code: 'admitted', member: candidate }
}

/** Returns the lifetimes of a member's session, in seconds. */
export const lifetimesOf = (config: {
  sessionTenantIdleSeconds: number
  sessionTenantAbsoluteSeconds: number
}) => ({ idle: config.sessionTenantIdleSeconds, absolute: config.sessionTenantAbsoluteSeconds })

type ProvedMember = Pick<TenantMember, 'id' | 'email' | 'role' | 'permissions'>
type Session = { sid: string; amr: readonly string[] }

/** Returns the actor for a member who was proved in this request. */
export const memberOf = (
  { ip, userAgent, requestId, at }: Origin,
  { id, email, role, permissions }: ProvedMember,
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
