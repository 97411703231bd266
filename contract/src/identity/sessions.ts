import { z } from 'zod'
import { typedPassword } from '../fields.ts'
import { del, get, post } from '../route.ts'
import { user } from './accounts.ts'

export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.output<typeof tokens>

/** Sign-in compares, it does not validate: a malformed address is simply nobody's. */
export const credentials = z.object({
  email: z
    .string('Email is required')
    .trim()
    .min(1, 'Email is required')
    .max(254, 'Email must be at most 254 characters long'),
  password: typedPassword,
  // The second step of a sign-in is another shape of this call, never an addition to this one.
  tempToken: z.never('Send either a password or a code').optional(),
  twoFactorToken: z.never('Send either a password or a code').optional(),
})

/** Any text may come: what is no refresh token, such as an access token, is refused as one. */
export const refreshBody = z.object({ refreshToken: z.string().optional() })

/** `storage` as well would wipe the other plane's session, which shares the origin. */
export const signedOutHeaders = { 'clear-site-data': '"cache"' }

const listedSession = z.object({
  id: z.uuid(),
  /** The session that asks. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  amr: z.array(z.string()),
})
export type ListedSession = z.output<typeof listedSession>

export const sessions = {
  list: get('/auth/sessions', {
    summary: 'The live sessions of this account',
    allow: 'operator',
    reply: z.object({ sessions: z.array(listedSession) }),
  }),
  end: del('/auth/sessions/:sessionId', {
    summary: 'End one session of this account',
    allow: 'operator',
    reply: z.object({ success: z.literal(true) }),
  }),
  endOthers: del('/auth/sessions', {
    summary: 'End every other session of this account',
    allow: 'operator',
    query: z.object({ scope: z.literal('others', 'Scope must be others') }),
    reply: z.object({ revoked: z.int() }),
  }),
  login: post('/auth/login', {
    summary: 'Sign in as an operator',
    allow: 'public',
    body: credentials,
    reply: z.object({ tokens, user, deviceToken: z.string() }),
    errors: ['invalid_credentials', 'account_suspended'],
    limits: ['LOGIN_IP_FAIL'],
  }),
  refresh: post('/auth/refresh', {
    summary: 'Exchange the refresh token for new tokens',
    allow: 'public',
    body: refreshBody,
    reply: z.object({ tokens, user }),
    errors: ['refresh_token_required', 'invalid_refresh_token'],
    limits: ['REFRESH_IP'],
  }),
  /** Answers success whatever it is given, so that a forced and a voluntary sign-out never race. */
  logout: post('/auth/logout', {
    summary: 'End this session',
    allow: 'public',
    query: z.object({ scope: z.enum(['others', 'all']).optional() }),
    body: refreshBody,
    reply: z.object({ success: z.literal(true) }),
    limits: ['LOGOUT_IP'],
    headers: signedOutHeaders,
  }),
}
