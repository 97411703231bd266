/**
 * 2 to 48 lower-case letters, digits and single hyphens, none at the ends, with at least one
 * letter.
 */
export const slugPattern = /^(?=.{2,48}$)(?=.*[a-z])(?!xn--)[a-z0-9]+(?:-[a-z0-9]+)*$/

const words = `login register forgot-password reset-password verify-email dashboard disconnected
features benefits pricing about privacy terms cookies api app settings tenant assets static public
logo logos images img js css fonts favicon robots sitemap manifest sw well-known health healthz
ready readyz metrics dev status docs help support blog security admin root system internal auth
oauth oidc saml scim sso sign-in sign-up signin signup logout account accounts billing users user
members member platforms platform mine check-name resolve analytics notifications profile www mail
email ftp smtp cdn ws graphql webhooks invite invitation null undefined true false new edit delete
home index security-team support-team admin-team stowage`

/**
 * First path segments that cannot be a platform: the product's own paths, and words that could be
 * mistaken for them. The router, the headers and check-name use this list.
 */
export const reservedSlugs: ReadonlySet<string> = new Set(words.split(/\s+/))

/**
 * The client treats every path that starts with /dashboard as the dashboard. A slug such as
 * stowage-support could impersonate the product.
 */
const reservedPrefixes = ['dashboard', 'api-', 'xn--', 'stowage-']

const lookAlikes: readonly [RegExp, string][] = [
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/5/g, 's'],
]

/** Maps look-alike characters to one form. */
const skeleton = (slug: string) =>
  lookAlikes.reduce((text, [pattern, letter]) => text.replace(pattern, letter), slug)

const reservedSkeletons = new Set([...reservedSlugs].map(skeleton))

/** Returns true for reserved words, reserved prefixes and look-alikes of reserved words. */
export function isReservedSlug(slug: string): boolean {
  return (
    reservedSlugs.has(slug) ||
    reservedPrefixes.some((prefix) => slug.startsWith(prefix)) ||
    skeleton(slug).startsWith(skeleton('stowage-')) ||
    reservedSkeletons.has(skeleton(slug))
  )
}
