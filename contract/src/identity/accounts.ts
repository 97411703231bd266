import { z } from 'zod'
import { email, line, mailedToken, newPassword } from '../fields.ts'
import { del, get, post } from '../route.ts'

/**
 * The reply to a registration. It repeats only the input, so it does not reveal whether the address
 * has an account.
 */
const registered = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
})

export const user = registered.extend({
  id: z.uuid().default(''),
  /** Export and invitation mails are refused until the address is verified. */
  mustVerifyEmail: z.boolean().default(false),
  createdAt: z.iso.datetime().default(''),
  phone: z.string().default(''),
  location: z.string().default(''),
  bio: z.string().default(''),
  avatarUrl: z.string().nullable().default(null),
  version: z.int().default(1),
})
export type User = z.output<typeof user>

export const registration = z
  .object({
    firstName: line('First name', { min: 1, max: 80 }),
    lastName: line('Last name', { min: 1, max: 80 }),
    email,
    password: newPassword,
    confirmPassword: z.string().optional(),
  })
  .refine((form) => form.confirmPassword === undefined || form.confirmPassword === form.password, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  })

const answer = z.object({ message: z.string().default('') })

export const accounts = {
  register: post('/auth/register', {
    summary: 'Create an operator account',
    allow: 'public',
    body: registration,
    status: 201,
    reply: answer.extend({ user: registered.optional() }),
    errors: ['password_too_common', 'password_breached'],
    limits: ['REGISTER_IP', 'REGISTER_NET'],
  }),
  verifyEmail: post('/auth/email/verify', {
    summary: 'Confirm an e-mail address with the mailed token',
    allow: 'public',
    body: z.object({ token: mailedToken.default('') }),
    reply: answer.extend({ user: user.optional() }),
    errors: ['invalid_token'],
    limits: ['VERIFY_IP'],
  }),
  /** Mail scanners follow links, so this GET only redirects to the page with the button. */
  openVerification: get('/auth/email/verify', {
    summary: 'Lead to the page that confirms an e-mail address',
    allow: 'public',
    query: z.object({ token: z.string().optional() }),
    status: 303,
    reply: z.object({ location: z.string() }),
  }),
  resendVerification: post('/auth/email/resend', {
    summary: 'Send the verification mail again',
    allow: 'public',
    body: z.object({ email }),
    reply: answer,
    limits: ['RESEND_IP'],
  }),
  changeEmail: post('/auth/email/change', {
    summary: 'Ask for another e-mail address; it counts once that mailbox has confirmed it',
    allow: 'operator',
    stepUp: true,
    body: z.object({ email }),
    reply: answer,
    limits: ['EMAIL_CHANGE'],
  }),
  exportAccount: post('/auth/account/export', {
    summary: 'Everything kept about this account, as a file',
    allow: 'operator',
    stepUp: true,
    reply: z.looseObject({ exportedAt: z.iso.datetime() }),
    errors: ['email_not_verified'],
    limits: ['ACCOUNT_EXPORT'],
    headers: { 'content-disposition': 'attachment; filename="stowage-account.json"' },
  }),
  deleteAccount: del('/auth/account', {
    summary: 'Delete this account in two weeks; signing in until then keeps it',
    allow: 'operator',
    stepUp: true,
    reply: z.object({ success: z.literal(true), deletesAt: z.iso.datetime() }),
    errors: ['sole_owner'],
  }),
}
