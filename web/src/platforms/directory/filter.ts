import { foldKey } from '@stowage/contract/folding'
import type { ListedPlatform } from '@stowage/contract/platforms/directory'
import { z } from 'zod'

/** Filters and order of the platforms page, kept in its address. */
export const platformFilter = z.object({
  q: z.string().default(''),
  role: z.enum(['owner', 'admin', 'auditor']).optional(),
  logo: z.enum(['yes', 'no']).optional(),
  sort: z.enum(['newest', 'name']).default('newest'),
})
export type PlatformFilter = z.output<typeof platformFilter>

/** A choice in a control; the empty text is no choice. */
export type FilterChange = { [Key in keyof PlatformFilter]?: string }

/** The filter after a change, as the address would give it back. */
export const changed = (filter: PlatformFilter, change: FilterChange): PlatformFilter =>
  platformFilter.parse(
    Object.fromEntries(
      Object.entries({ ...filter, ...change }).filter(([, value]) => value !== ''),
    ),
  )

/** Counts the filters of the popover that are set; the search box is not one. */
export const countActive = ({ role, logo, sort }: PlatformFilter) =>
  Number(role !== undefined) + Number(logo !== undefined) + Number(sort !== 'newest')

/**
 * The platforms to show, in order. The list arrives newest first. `first` is the id of one just
 * created: it stands at the top whatever the filter says, or its maker would look for it in vain.
 */
export function narrow(
  platforms: readonly ListedPlatform[],
  { q, role, logo, sort }: PlatformFilter,
  first?: string,
): ListedPlatform[] {
  const wanted = foldKey(q.trim())
  const shown = platforms.filter(
    (platform) =>
      platform.id !== first &&
      (foldKey(platform.name).includes(wanted) || platform.slug.includes(wanted)) &&
      (role === undefined || platform.role === role) &&
      (logo === undefined || platform.hasLogo === (logo === 'yes')),
  )
  if (sort === 'name') shown.sort((a, b) => a.name.localeCompare(b.name))
  return [...platforms.filter((platform) => platform.id === first), ...shown]
}
