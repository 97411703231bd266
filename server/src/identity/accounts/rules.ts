import type { User } from '@stowage/contract/identity/accounts'

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

/** Where the picture behind a key is shown. */
export const avatarUrl = (key: string) => `/api/v1/auth/me/avatar/${key}`

type Setting = { requireVerifiedEmail: string }

/** Whether exports and invitations wait for the address to be confirmed. */
export const mustVerify = (emailVerified: boolean, { requireVerifiedEmail }: Setting): boolean =>
  requireVerifiedEmail !== 'off' && !emailVerified

/** An account as its owner sees it. */
export function userOf(account: AccountRow, setting: Setting): User {
  const profile = profileOf(account)
  return { ...profile, mustVerifyEmail: mustVerify(profile.emailVerified, setting) }
}

/** What an account says about its owner. */
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

/** How long a mailed link works, in milliseconds. */
export const linkLifetime = { verify_email: day, reset_password: hour / 2, change_email: day }

/** At most `points` in `window` seconds. */
type Size = { points: number; window: number }

/** Mails with a fresh link that an unconfirmed address gets because somebody registers it again. */
export const registrations: readonly Size[] = [{ points: 5, window: hour / 1000 }]

/** Mails to one address beside what is set: apart enough that a job that runs twice mails once. */
export const onePerSecond: Size = { points: 1, window: 1 }

/** Whether one more may go out, given when the others did; of two at once either may be first. */
export const mayMail = (sizes: readonly Size[], others: readonly Date[], at: Date): boolean =>
  sizes.every(({ points, window }) => {
    const within = (sent: Date) => Math.abs(at.getTime() - sent.getTime()) < window * 1000
    return others.filter(within).length < points
  })

/** Since when mails count for one of these. */
export const countedSince = (sizes: readonly Size[], at: Date) =>
  new Date(at.getTime() - Math.max(0, ...sizes.map(({ window }) => window)) * 1000)
export const dayBefore = (at: Date) => new Date(at.getTime() - day)

type TokenState = { expiresAt: Date; consumedAt: Date | null; supersededAt: Date | null }

/** Whether a mailed link can still be acted on. */
export const isUsable = (token: TokenState, at: Date) =>
  token.consumedAt === null && token.supersededAt === null && token.expiresAt > at

/**
 * What becomes of a verification link. A used one keeps answering for a day, because mail programs
 * and people open links twice. A later registration takes effect only while nobody has confirmed
 * the address: else any mailbox owner could be given a stranger's password.
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

/** When an account its owner gives up now is removed. */
export const deletionAt = (at: Date) => new Date(at.getTime() + graceDays * day)

/** Whether a platform that still exists would be left without an owner. */
export const ownsPlatform = (memberships: readonly { role: string; platformStatus: string }[]) =>
  memberships.some(({ role, platformStatus }) => role === 'owner' && platformStatus !== 'deleted')
