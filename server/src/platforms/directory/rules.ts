import { permissionsOf, can } from '@stowage/contract/permissions'
import type { ListedPlatform, PlatformDetails } from '@stowage/contract/platforms/directory'
import type { ListedMember } from '@stowage/contract/platforms/members'
import { isReservedSlug, slugPattern } from '@stowage/contract/slugs'
import anyAscii from 'any-ascii'

const dayInMs = 86_400_000
const maxSlugLength = 48
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** The path a name asks for. It may break the rules of paths: ask `refusalOf` before using it. */
export function slugOf(name: string): string {
  return anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Why no platform may have this path, whoever asks; undefined when one may. */
export function refusalOf(slug: string): 'invalid' | 'reserved' | undefined {
  if (!slugPattern.test(slug)) return 'invalid'
  return isReservedSlug(slug) ? 'reserved' : undefined
}

/** A path for a name no path can be made of, from six random bytes. */
export const randomSlug = (bytes: Uint8Array): string =>
  `p-${Array.from(bytes.subarray(0, 6), (byte) => base32.charAt(byte % 32)).join('')}`

/** The paths next to one that is taken, nearest first. */
export function numberedSlugs(slug: string): string[] {
  return Array.from({ length: 19 }, (_, i) => {
    const suffix = `-${i + 2}`
    return slug.slice(0, maxSlugLength - suffix.length).replace(/-$/, '') + suffix
  }).filter((candidate) => refusalOf(candidate) === undefined)
}

/** Who has a path; `closedUntil` is null while it is in use. `ownerId` is the owner's account. */
export type Holder = { platformId: string; closedUntil: Date | null; ownerId: string | null }
type Claimant = { platformId?: string | undefined; accountId: string; at: Date }

/**
 * Whether a path may be taken: `mine` is the claimant's own former path, `release` another
 * platform's former path that must be given up first. Only the owner may move a former path
 * between platforms: whoever has it receives the sign-ins of people with old bookmarks.
 */
export function standingOf(
  holder: Holder | undefined,
  { platformId, accountId, at }: Claimant,
): 'free' | 'mine' | 'release' | 'taken' {
  if (!holder) return 'free'
  if (!holder.closedUntil) return 'taken'
  if (holder.platformId === platformId) return 'mine'
  return holder.ownerId === accountId || holder.closedUntil <= at ? 'release' : 'taken'
}

/** A path given up at `at` leads on for 90 days and stays closed to strangers for a year. */
export const parkedAt = (at: Date) => ({
  releasedAt: at,
  resolvesUntil: new Date(at.getTime() + 90 * dayInMs),
  closedUntil: new Date(at.getTime() + 365 * dayInMs),
})

/** How many platforms an operator may own; undefined when there is no limit. */
export function quotaOf(
  { emailVerified }: { emailVerified: boolean },
  config: { requireVerifiedEmail: string; unverifiedMaxPlatforms: number },
): number | undefined {
  if (emailVerified || config.requireVerifiedEmail === 'off') return undefined
  return config.unverifiedMaxPlatforms
}

/** The version the caller last saw, from the body or `If-Match`; undefined asks for no check. */
export function expectedVersion(
  version: number | undefined,
  ifMatch: string | undefined,
): number | undefined {
  if (version !== undefined || ifMatch === undefined || ifMatch.trim() === '*') return version
  // A tag we never gave out matches no version at all.
  return Number(/^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch.trim())?.[1] ?? -1)
}

/** The path of a deleted platform leads nowhere and stays closed to strangers for a year. */
export const closedAt = (at: Date) => ({ ...parkedAt(at), resolvesUntil: at })

/** What is in a deleted platform is kept for 30 days. */
export const purgeAt = (at: Date) => new Date(at.getTime() + 30 * dayInMs)

export const logoPath = (slug: string) => `/api/v1/platforms/logo/${slug}`

/** What lists and details say about the logo of a platform. */
export function logoOf(slug: string, logoKey: string | null) {
  return { hasLogo: logoKey !== null, logoUrl: logoKey === null ? null : logoPath(slug) }
}

/**
 * True when a sent `logoUrl` is the platform's own: the client sends back what it was shown, with
 * a cache-busting query, under a present or former path, perhaps with our origin in front.
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
 * A platform as this viewer may see it; `members` is everybody, the owner included, and `linked` are
 * the ids of those with an account.
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
