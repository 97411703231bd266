import { resolve } from '@stowage/contract/platforms/directory-resolve'
import { isReservedSlug } from '@stowage/contract/slugs'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { load } from '../../app/api.ts'
import { moveMailedToken } from '../../identity/mailed-token.ts'
import { paths } from '../../app/paths.ts'
import { ApiError } from '../../app/transport.ts'

/** An address of our own with nothing at it is no platform and is not looked for. */
export async function refuseReserved(slug: string) {
  if (isReservedSlug(slug.toLowerCase())) await noWorkspace(`There is no workspace at /${slug}`)
}

/** Finds the platform of the sign-in page; leads to its true address, or to the landing page. */
export async function openPlatform(queries: QueryClient, slug: string) {
  try {
    const { platform } = await queries.ensureQueryData(load(resolve, { params: { slug } }))
    // Capital letters and former slugs become the one that counts.
    if (platform.slug !== slug) {
      for (const page of [paths.tenantReset, paths.tenantInvite])
        moveMailedToken(page(slug), page(platform.slug))
      throw redirect({ href: paths.tenantLogin(platform.slug), replace: true })
    }
    return platform
  } catch (error) {
    // Without an answer nothing is known about the address: that page offers to try again.
    if (!(error instanceof ApiError) || error.status === 0) throw error
    return noWorkspace(
      error.status === 404
        ? `There is no workspace at /${slug}`
        : `The workspace at /${slug} could not be opened. Please try again.`,
    )
  }
}

/** The landing page shows the notice; nothing may be drawn until it has loaded. */
function noWorkspace(notice: string) {
  sessionStorage.setItem('stowage.notice', notice)
  location.replace(paths.home)
  return new Promise<never>(() => {})
}
