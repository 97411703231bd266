import { z } from 'zod'
import { line } from '../fields.ts'
import { patch } from '../route.ts'
import { tenantUser } from './tenant-sessions.ts'

/** The profile fields a member may change. An omitted field stays unchanged. */
export const memberProfile = z.object({
  firstName: line('First name', { max: 80 }).optional(),
  lastName: line('Last name', { max: 80 }).optional(),
  version: z.int().optional(),
})

export const tenantProfile = {
  update: patch('/tenant/:slug/me', {
    summary: 'Change the member’s own name on this platform',
    allow: 'member',
    body: memberProfile,
    reply: z.object({ user: tenantUser }),
  }),
}
