import type { User } from '@stowage/contract/identity/accounts'
import type { Operator, Origin } from '../../http/actor.ts'

type AccountRow = {
  id: string
  email: string
  firstName: string
  lastName: string
  emailVerifiedAt: Date | null
  phone: string
  location: string
  bio: string
  avatarKey: string | null
  hasSecondFactor: boolean
  version: number
  createdAt: Date
}

/** Returns the URL of the picture with this key. */
export const avatarUrl = (key: string) => `/api/v1/auth/me/avatar/${key}`

type Setting = { requireVerifiedEmail: string }

/** Returns whether exports and invitations require verifying the address first. */
export const mustVerify = (emailVerified: boolean, { requireVerifiedEmail }: Setting): boolean =>
  requireVerifiedEmail !== 'off' && !emailVerified

/** Returns an account for its owner. */
export function userOf(account: AccountRow, setting: Setting): User {
  const profile = profileOf(account)
  return { ...profile, mustVerifyEmail: mustVerify(profile.emailVerified, setting) }
}

/** Returns the profile fields of an account. */
export function profileOf(account: AccountRow): Omit<User, 'mustVerifyEmail'> {
  const { id, email, firstName, lastName, phone, location, bio, avatarKey, version } = account
  return {
    id,
    email,
    firstName,
    lastName,
    phone,
    location,
    bio,
    version,
    emailVerified: account.emailVerifiedAt !== null,
    twoFactorEnabled: account.hasSecondFactor,
    createdAt: account.createdAt.toISOString(),
    avatarUrl: avatarKey && avatarUrl(avatarKey),
  }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Validity of mailed links, in milliseconds. */
export const linkLifetime = { verify_email: day, reset_password: hour / 2, change_email: day }

/** At most `points` in `window` seconds. */
/**
 * Returns the event fields that show an event in the log of the account's owner, whoever caused it.
 */
export const about = ({ id, email }: { id: string; email: string }) => ({
  actor: { type: 'operator' as const, id },
  email,
})

type Size = { points: number; window: number }

/** Limit of verification mails caused by registering an unverified address again. */
export const registrations: readonly Size[] = [{ points: 5, window: hour / 1000 }]

/** Added to the configured limits, so a job that runs twice sends one mail. */
export const onePerSecond: Size = { points: 1, window: 1 }

/**
 * Returns whether another mail may be sent, given the times of earlier ones. Times may be out of
 * order, because servers send concurrently.
 */
export const mayMail = (sizes: readonly Size[], others: readonly Date[], at: Date): boolean =>
  sizes.every(({ points, window }) => {
    const within = (sent: Date) => Math.abs(at.getTime() - sent.getTime()) < window * 1000
    return others.filter(within).length < points
  })

/** Returns the start of the longest of these windows. */
export const countedSince = (sizes: readonly Size[], at: Date) =>
  new Date(at.getTime() - Math.max(0, ...sizes.map(({ window }) => window)) * 1000)
export const dayBefore = (at: Date) => new Date(at.getTime() - day)

type TokenState = { expiresAt: Date; consumedAt: Date | null; supersededAt: Date | null }

/** Returns whether a mailed link is still valid. */
export const isUsable = (token: TokenState, at: Date) =>
  token.consumedAt === null && token.supersededAt === null && token.expiresAt > at

/**
 * Decides what a verification link does. A used link keeps answering for a day, because mail
 * programs and users open links twice. A later registration takes effect only while the address is
 * unverified. Otherwise a stranger could set the owner's password.
 */
export function judgeVerification(
  token: TokenState & { pending: object | undefined },
  account: { emailVerifiedAt: Date | null },
  at: Date,
): 'confirm' | 'repeat' | 'refuse' {
  if (token.consumedAt) return at.getTime() - token.consumedAt.getTime() < day ? 'repeat' : 'refuse'
  if (!isUsable(token, at)) return 'refuse'
  if (token.pending && account.emailVerifiedAt) return 'refuse'
  return 'confirm'
}

const graceDays = 14

/** Returns when an account that is closed now is removed. */
export const deletionAt = (at: Date) => new Date(at.getTime() + graceDays * day)

/** Returns whether an existing platform would be left without an owner. */
export const ownsPlatform = (memberships: readonly { role: string; platformStatus: string }[]) =>
  memberships.some(({ role, platformStatus }) => role === 'owner' && platformStatus !== 'deleted')

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
