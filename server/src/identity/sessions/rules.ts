import type { ProofMethod } from '@stowage/contract/proof'
import type { ListedSession } from '@stowage/contract/identity/sessions'

/** Seconds without a refresh, and seconds altogether, after which a session is over. */
export type Lifetimes = { idle: number; absolute: number }

/** When a session last used at this moment is over for want of use; never after its absolute end. */
export function idleEnd(at: Date, expiresAt: Date, { idle }: Lifetimes): Date {
  return new Date(Math.min(at.getTime() + idle * 1000, expiresAt.getTime()))
}

/** What the state of a session says about its being over. */
export type SessionState = {
  revokedAt: Date | null
  idleExpiresAt: Date
  expiresAt: Date
}

export function isLive(session: SessionState, at: Date): boolean {
  return session.revokedAt === null && session.idleExpiresAt > at && session.expiresAt > at
}

export type RotationState = SessionState & {
  counter: number
  idemHash: Uint8Array | null
  rotatedAt: Date | null
}

const repeatWindowMs = 60_000

/**
 * What becomes of an authentic refresh token.
 * - `rotate`: it is the current one.
 * - `repeat`: it was exchanged within the last minute under the same key; its answer was lost.
 * - `reuse`: it was exchanged before, so two parties hold it and the session must end.
 * - `refuse`: the session is over, or never gave out such a token.
 */
export function decideRefresh(
  session: RotationState,
  presented: number,
  keyHash: Uint8Array | undefined,
  at: Date,
): 'rotate' | 'repeat' | 'reuse' | 'refuse' {
  if (!isLive(session, at)) return 'refuse'
  if (presented === session.counter) return 'rotate'
  if (presented > session.counter) return 'refuse'
  const isRetry =
    presented === session.counter - 1 &&
    keyHash !== undefined &&
    session.idemHash !== null &&
    Buffer.compare(keyHash, session.idemHash) === 0 &&
    session.rotatedAt !== null &&
    at.getTime() - session.rotatedAt.getTime() < repeatWindowMs
  return isRetry ? 'repeat' : 'reuse'
}

export type SignInVerdict =
  'welcome' | 'unknown_address' | 'wrong_password' | 'suspended' | 'unverified'

/** Whether a sign-in may go on. That an account is suspended or unconfirmed is its owner's to know. */
export function judgeSignIn(
  account: { status: string; emailVerifiedAt: Date | null } | undefined,
  isPasswordRight: boolean,
  verified: 'login' | 'sensitive' | 'off',
): SignInVerdict {
  if (!account) return 'unknown_address'
  if (!isPasswordRight) return 'wrong_password'
  if (account.status !== 'active') return 'suspended'
  if (verified === 'login' && !account.emailVerifiedAt) return 'unverified'
  return 'welcome'
}

const proofAmr = {
  password: 'pwd',
  totp: 'otp',
  backup_code: 'backup_code',
  passkey: 'passkey',
} as const satisfies Record<ProofMethod, string>

/** What a session has been proved by after one more proof; a password takes nothing away from it. */
export function confirmedBy(
  { amr, acr }: { amr: readonly string[]; acr: string },
  method: ProofMethod,
): { amr: string[]; acr: string } {
  return {
    amr: [...new Set([...amr, proofAmr[method]])],
    acr: method === 'password' ? acr : 'aal2',
  }
}

type SessionRow = {
  sid: string
  createdAt: Date
  lastSeenAt: Date
  ip: string | null
  userAgent: string | null
  amr: string[]
}

/** A session as its owner sees it, who asks from the session `asking`. */
export function listedOf(session: SessionRow, asking: string): ListedSession {
  const { sid, createdAt, lastSeenAt, ip, userAgent, amr } = session
  return {
    id: sid,
    current: sid === asking,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    ip,
    userAgent,
    amr,
  }
}
