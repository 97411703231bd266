import { permissionsOf, can } from '@stowage/contract/permissions'
import type { ListedPlatform, PlatformDetails } from '@stowage/contract/platforms/directory'
import type { ListedMember } from '@stowage/contract/platforms/members'
import { isReservedSlug, slugPattern } from '@stowage/contract/slugs'
import anyAscii from 'any-ascii'

const dayInMs = 86_400_000
const maxSlugLength = 48
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Derives a slug from a name. The result may be invalid, so check it with `refusalOf`. */
export function slugOf(name: string): string {
  return anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Returns why this slug is never allowed, or undefined. */
export function refusalOf(slug: string): 'invalid' | 'reserved' | undefined {
  if (!slugPattern.test(slug)) return 'invalid'
  return isReservedSlug(slug) ? 'reserved' : undefined
}

/** Returns a slug from six random bytes, for names that give none. */
export const randomSlug = (bytes: Uint8Array): string =>
  `p-${Array.from(bytes.subarray(0, 6), (byte) => base32.charAt(byte % 32)).join('')}`

/** Returns numbered alternatives of a slug that is in use, closest first. */
export function numberedSlugs(slug: string): string[] {
  return Array.from({ length: 19 }, (_, i) => {
    const suffix = `-${i + 2}`
    return slug.slice(0, maxSlugLength - suffix.length).replace(/-$/, '') + suffix
  }).filter((candidate) => refusalOf(candidate) === undefined)
}

/**
 * The platform that has a slug. `closedUntil` is null while it is current. `ownerId` is the owner's
 * account.
 */
export type Holder = { platformId: string; closedUntil: Date | null; ownerId: string | null }
type Claimant = { platformId?: string | undefined; accountId: string; at: Date }

/**
 * Returns whether a slug is available. `mine`: the platform's own former slug. `release`: a former
 * slug of another platform that must be released first. Only the same owner may move a former slug
 * between platforms, because old bookmarks send sign-ins to its platform.
 */
export function slugAvailability(
  holder: Holder | undefined,
  { platformId, accountId, at }: Claimant,
): 'free' | 'mine' | 'release' | 'taken' {
  if (!holder) return 'free'
  if (!holder.closedUntil) return 'taken'
  if (holder.platformId === platformId) return 'mine'
  return holder.ownerId === accountId || holder.closedUntil <= at ? 'release' : 'taken'
}

/**
 * Returns the dates of a slug given up at `at`: it redirects for 90 days and is reserved for a
 * year.
 */
export const parkedAt = (at: Date) => ({
  releasedAt: at,
  resolvesUntil: new Date(at.getTime() + 90 * dayInMs),
  closedUntil: new Date(at.getTime() + 365 * dayInMs),
})

/** Returns how many platforms an operator may own, or undefined without a limit. */
export function quotaOf(
  { emailVerified }: { emailVerified: boolean },
  config: { requireVerifiedEmail: string; unverifiedMaxPlatforms: number },
): number | undefined {
  if (emailVerified || config.requireVerifiedEmail === 'off') return undefined
  return config.unverifiedMaxPlatforms
}

/** Returns the expected version from the body or `If-Match`, or undefined for no check. */
export function expectedVersion(
  version: number | undefined,
  ifMatch: string | undefined,
): number | undefined {
  if (version !== undefined || ifMatch === undefined || ifMatch.trim() === '*') return version
  // An unknown tag matches no version.
  return Number(/^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch.trim())?.[1] ?? -1)
}

/**
 * Returns the dates of a deleted platform's slug: it does not redirect and is reserved for a year.
 */
export const closedAt = (at: Date) => ({ ...parkedAt(at), resolvesUntil: at })

/** Returns when the data of a deleted platform is purged, after 30 days. */
export const purgeAt = (at: Date) => new Date(at.getTime() + 30 * dayInMs)

export const logoPath = (slug: string) => `/api/v1/platforms/logo/${slug}`

/** Returns the logo fields of a platform in lists and details. */
export function logoOf(slug: string, logoKey: string | null) {
  return { hasLogo: logoKey !== null, logoUrl: logoKey === null ? null : logoPath(slug) }
}

/**
 * Returns whether a sent `logoUrl` is the platform's own logo. Clients send it back with a
 * cache-busting query, under a current or former slug, possibly with our origin.
 */
export function isOwnLogo(logoUrl: string, slugs: readonly string[], publicUrl: string): boolean {
  if (!URL.canParse(logoUrl, publicUrl)) return false
  const { origin, pathname } = new URL(logoUrl, publicUrl)
  return origin === new URL(publicUrl).origin && slugs.some((slug) => logoPath(slug) === pathname)
}

type Row = { id: string; name: string; slug: string; createdAt: Date; logoKey: string | null }

export const summaryOf = ({ id, name, slug, createdAt }: Omit<Row, 'logoKey'>) => ({
  id,
  name,
  slug,
  createdAt: createdAt.toISOString(),
})

export const listedOf = (
  row: Row & { role: string },
  { memberCount, needsDecision }: Pick<ListedPlatform, 'memberCount' | 'needsDecision'>,
): ListedPlatform => ({
  ...summaryOf(row),
  ...logoOf(row.slug, row.logoKey),
  role: row.role,
  memberCount,
  needsDecision,
})

/**
 * Returns a platform as this user may see it. `members` includes the owner, and `linked` are the
 * ids of members with an account.
 */
export function detailsOf(
  platform: Row & { version: number },
  members: readonly ListedMember[],
  viewer: { memberId: string; role: string },
  linked: readonly string[],
): PlatformDetails {
  const shown = can(viewer.role, 'members.read') ? members : []
  const owner = shown.find(({ role }) => role === 'owner')
  const logo = logoOf(platform.slug, platform.logoKey)
  return {
    ...summaryOf(platform),
    ...logo,
    version: platform.version,
    logo: logo.logoUrl,
    owner: owner
      ? {
          id: owner.id,
          email: owner.email,
          firstName: owner.firstName,
          lastName: owner.lastName,
        }
      : null,
    members: shown.filter((member) => member !== owner),
    memberPermissions: shown.map(({ id, role, permissions }) => ({
      userId: id,
      role,
      permissions,
    })),
    successors: can(viewer.role, 'platform.transfer')
      ? linked.filter((id) => id !== viewer.memberId)
      : [],
    viewer: {
      memberId: viewer.memberId,
      role: viewer.role,
      can: permissionsOf(viewer.role),
    },
  }
}
