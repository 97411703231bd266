import { z } from 'zod'
import { email, mailedToken, newPassword, typedPassword } from '../fields.ts'
import { post } from '../route.ts'

const answer = z.object({ message: z.string().default('') })

export const passwordChange = z.object({
  currentPassword: typedPassword,
  newPassword,
})

export const passwords = {
  forgot: post('/auth/password/forgot', {
    summary: 'Ask for a password reset mail',
    allow: 'public',
    body: z.object({ email }),
    reply: answer,
    limits: ['FORGOT_IP'],
  }),
  change: post('/auth/password/change', {
    summary: 'Replace the password; every other session ends',
    allow: 'operator',
    body: passwordChange,
    reply: answer,
    errors: [
      'invalid_password',
      'password_too_common',
      'password_breached',
      'password_unchanged',
      'reauthentication_required',
    ],
    limits: ['PASSWORD_CHANGE'],
  }),
  reset: post('/auth/password/reset', {
    summary: 'Set a new password with the mailed token',
    allow: 'public',
    body: z.object({ token: mailedToken.default(''), password: newPassword }),
    reply: answer,
    errors: ['invalid_token', 'password_too_common', 'password_breached'],
    limits: ['RESET_IP'],
  }),
}
