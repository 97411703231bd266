import { z } from 'zod'
import { get } from '../route.ts'

export const logo = {
  hasLogo: z.boolean().default(false),
  logoUrl: z.string().nullable().default(null),
}

/**
 * The first request of every page under a platform. Separate from the directory to keep pages
 * small.
 */
export const resolve = get('/platforms/resolve/:slug', {
  summary: 'What the sign-in page of a platform shows',
  allow: 'public',
  reply: z.object({
    platform: z.object({ name: z.string(), slug: z.string().default(''), ...logo }),
  }),
  limits: ['RESOLVE_IP'],
})
