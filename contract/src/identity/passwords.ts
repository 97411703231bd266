import { z } from 'zod'
import { email, mailedToken, newPassword } from '../fields.ts'
import { post } from '../route.ts'

const answer = z.object({ message: z.string() })

export const passwords = {
  forgot: post('/auth/password/forgot', {
    summary: 'Ask for a password reset mail',
    allow: 'public',
    body: z.object({ email }),
    reply: answer,
    limits: ['FORGOT_IP'],
  }),
  reset: post('/auth/password/reset', {
    summary: 'Set a new password with the mailed token',
    allow: 'public',
    body: z.object({ token: mailedToken.default(''), password: newPassword }),
    reply: answer,
    errors: ['invalid_token', 'password_too_common'],
    limits: ['RESET_IP'],
  }),
}
