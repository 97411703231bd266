import { z } from 'zod'
import { email, mailedToken, newPassword } from '../fields.ts'
import { passwordChange } from '../identity/passwords.ts'
import { post } from '../route.ts'

const answer = z.object({ message: z.string() })

/** Passwords of members on one platform. A linked member signs in with the account's password. */
export const tenantPasswords = {
  change: post('/tenant/:slug/password/change', {
    summary: 'Replace the member’s password; every other session of the member ends',
    allow: 'member',
    body: passwordChange,
    reply: answer,
    errors: [
      'account_password',
      'invalid_password',
      'password_too_common',
      'password_breached',
      'password_unchanged',
    ],
    limits: ['PASSWORD_CHANGE'],
  }),
  forgot: post('/tenant/:slug/password/forgot', {
    summary: 'Ask for a mail that resets a member’s password',
    allow: 'public',
    body: z.object({ email }),
    reply: answer,
    limits: ['FORGOT_IP'],
  }),
  reset: post('/tenant/:slug/password/reset', {
    summary: 'Set a new password of a member with the mailed token',
    allow: 'public',
    body: z.object({ token: mailedToken.default(''), password: newPassword }),
    reply: answer,
    errors: ['invalid_token', 'password_too_common', 'password_breached'],
    limits: ['RESET_IP'],
  }),
}
