import { z } from 'zod'
import { line, mailedToken, newPassword } from '../fields.ts'
import { post } from '../route.ts'
import { member } from './members.ts'

const name = (label: string) => line(label, { max: 80 }).optional()

/** The fields an invited user without a verified account enters. */
export const joining = z.object({
  password: newPassword,
  firstName: name('First name'),
  lastName: name('Last name'),
})

/** The mailed token proves access to the mailbox. Opening the link does not consume it. */
export const invitations = {
  look: post('/tenant/:slug/invitations/look', {
    summary: 'What the holder of an invitation needs to accept it',
    allow: 'public',
    body: z.object({ token: mailedToken }),
    reply: z.object({
      email: z.string(),
      platformName: z.string(),
      /** False if the address belongs to a verified account, whose owner signs in instead. */
      needsPassword: z.boolean(),
    }),
    errors: ['invalid_token'],
    limits: ['RESOLVE_IP'],
  }),
  accept: post('/tenant/:slug/invitations/accept', {
    summary: 'Accept an invitation',
    allow: 'public',
    body: joining.partial({ password: true }).extend({ token: mailedToken }),
    reply: z.object({ message: z.string(), member }),
    errors: ['invalid_token', 'member_exists', 'password_too_common', 'password_breached'],
    limits: ['RESET_IP'],
  }),
}
