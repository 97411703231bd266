import { z } from 'zod'

/** What the platforms page shows of the whole list; the search of its address. */
export const platformFilter = z.object({
  q: z.string().default(''),
  role: z.enum(['owner', 'admin', 'auditor']).optional(),
  logo: z.enum(['yes', 'no']).optional(),
  sort: z.enum(['newest', 'name']).default('newest'),
})
export type PlatformFilter = z.output<typeof platformFilter>
