import { z } from 'zod'
import { del, get, post } from '../route.ts'
import {
  credentials,
  listedSession,
  othersOnly,
  passwordOrCode,
  refreshBody,
  secondFactorDemand,
  secondStep,
  signedOutHeaders,
  tokens,
} from '../identity/sessions.ts'

export const tenantUser = z.object({
  id: z.uuid().default(''),
  email: z.string().default(''),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  role: z.string().default(''),
  permissions: z.array(z.string()).default([]),
  platformId: z.uuid().default(''),
  platformSlug: z.string().default(''),
  mustChangePassword: z.boolean().default(false),
  /** Signs in with the password of an account, which is changed in the account's settings. */
  usesAccountPassword: z.boolean().default(false),
  version: z.int().default(1),
})
export type TenantUser = z.output<typeof tenantUser>

const memberSignedIn = z.object({
  user: tenantUser,
  tokens,
  deviceToken: z.string().default(''),
  /** Set only after a backup code was used. */
  backupCodesRemaining: z.int().optional(),
})
export type MemberSignedIn = z.output<typeof memberSignedIn>

/** All paths start with /tenant/:slug, so a 401 clears only the member's session. */
export const tenantSessions = {
  login: post('/tenant/:slug/login', {
    summary: 'Sign in as a member of a platform',
    allow: 'public',
    body: z.union([credentials, secondStep]),
    reply: z.union([memberSignedIn, secondFactorDemand]),
    errors: [
      'invalid_credentials',
      'account_suspended',
      'platform_suspended',
      'invalid_code',
      'login_challenge_expired',
    ],
    limits: ['LOGIN_IP_FAIL'],
  }),
  refresh: post('/tenant/:slug/refresh', {
    summary: 'Exchange a member’s refresh token for new tokens',
    allow: 'public',
    body: refreshBody,
    reply: z.object({ tokens, user: tenantUser.optional() }),
    errors: ['refresh_token_required', 'invalid_refresh_token'],
    limits: ['REFRESH_IP'],
  }),
  logout: post('/tenant/:slug/logout', {
    summary: 'End this member session',
    allow: 'public',
    body: refreshBody,
    reply: z.object({ success: z.literal(true).default(true) }),
    limits: ['LOGOUT_IP'],
    headers: signedOutHeaders,
  }),
  me: get('/tenant/:slug/me', {
    summary: 'The signed-in member',
    allow: 'member',
    reply: z.object({ user: tenantUser }),
  }),
  reauthenticate: post('/tenant/:slug/reauthenticate', {
    summary: 'Confirm that it is still the member who uses this session',
    allow: 'member',
    body: passwordOrCode,
    reply: z.object({ success: z.literal(true).default(true), authTime: z.iso.datetime() }),
    errors: ['invalid_password', 'invalid_code', 'method_not_sufficient'],
    limits: ['REAUTH'],
  }),
  list: get('/tenant/:slug/sessions', {
    summary: 'The live sessions of this member',
    allow: 'member',
    reply: z.object({ sessions: z.array(listedSession) }),
  }),
  end: del('/tenant/:slug/sessions/:sessionId', {
    summary: 'End one session of this member',
    allow: 'member',
    reply: z.object({ success: z.literal(true).default(true) }),
  }),
  endOthers: del('/tenant/:slug/sessions', {
    summary: 'End every other session of this member',
    allow: 'member',
    query: othersOnly,
    reply: z.object({ revoked: z.int() }),
  }),
}
