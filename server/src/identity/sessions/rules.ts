import type { ProofMethod } from '@stowage/contract/proof'
import type { ListedSession } from '@stowage/contract/identity/sessions'

/** Seconds without a refresh, and seconds in total, after which a session ends. */
export type Lifetimes = { idle: number; absolute: number }

/** Returns when an unused session expires, at most its absolute end. */
export function idleEnd(at: Date, expiresAt: Date, { idle }: Lifetimes): Date {
  return new Date(Math.min(at.getTime() + idle * 1000, expiresAt.getTime()))
}

/** The columns that decide whether a session is over. */
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
 * Decides the result of an authentic refresh token.
 * - `rotate`: it is the current one.
 * - `repeat`: it was exchanged within the last minute with the same key, and the reply was lost.
 * - `reuse`: it was exchanged before, so two clients hold it and the session must end.
 * - `refuse`: the session is over, or never issued this token.
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
  | 'welcome'
  | 'unknown_address'
  | 'wrong_password'
  | 'suspended'
  | 'unverified'

/**
 * Decides whether a sign-in may continue. Only the owner of an account learns that it is suspended
 * or unverified.
 */
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

/** Returns the methods of a session after one more proof. A password never lowers its level. */
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

/** Returns a session for its owner. `asking` is the session of the request. */
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
