import { z } from 'zod'
import { id } from '../fields.ts'
import { get } from '../route.ts'

/** The size of the example data a workspace holds; null where all is its own. */
export const demoSize = z.enum(['small', 'large']).nullable()

export const myPermissions = get('/tenant/:slug/me/permissions', {
  summary: 'Permissions and warehouses of the member, and whether the data is an example',
  allow: 'member',
  reply: z.object({
    permissions: z.array(z.string()),
    warehouses: z.union([z.literal('all'), z.array(id)]),
    demo: demoSize,
  }),
})
