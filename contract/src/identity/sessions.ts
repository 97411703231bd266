import { z } from 'zod'
import { email, typedCode, typedPassword } from '../fields.ts'
import { del, get, post } from '../route.ts'
import { user } from './accounts.ts'
import { proofMethods } from '../proof.ts'

export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.output<typeof tokens>

/** Sign-in does not validate addresses: a malformed one is answered like an unknown one. */
export const credentials = z.object({
  email: z
    .string('Email is required')
    .trim()
    .min(1, 'Email is required')
    .max(254, 'Email must be at most 254 characters long'),
  password: typedPassword,
  // The second step is a separate shape of this call and excludes these fields.
  tempToken: z.never('Send either a password or a code').optional(),
  twoFactorToken: z.never('Send either a password or a code').optional(),
})

/** The stricter checks of the sign-in form. The API does not require them. */
export const signInForm = credentials.extend({
  email,
  password: typedPassword.min(1, 'Password is required'),
})

/** The second step of a sign-in: the code, and the token from the first step. */
export const secondStep = z.object({
  tempToken: z.string('Sign in with your password first'),
  twoFactorToken: typedCode,
  email: z.never('Send either a password or a code').optional(),
  password: z.never('Send either a password or a code').optional(),
})

const secondFactors = proofMethods.exclude(['password'])

/** The password was right and a second factor is required. No session exists yet. */
export const secondFactorDemand = z.object({
  requiresTwoFactor: z.literal(true),
  /** Valid for one second step. */
  tempToken: z.string(),
  /** Seconds. */
  expiresIn: z.int().default(300),
  methods: z.array(secondFactors).default(['totp', 'backup_code']),
})
export type SecondFactorDemand = z.output<typeof secondFactorDemand>

const signedIn = z.object({
  tokens,
  user,
  deviceToken: z.string().default(''),
  /** Set only after a backup code was used. */
  backupCodesRemaining: z.int().optional(),
})
export type SignedIn = z.output<typeof signedIn>

/** A completed sign-in, or the demand for a second factor. */
export const signInReply = z.union([signedIn, secondFactorDemand])
export type SignInReply = z.output<typeof signInReply>

const password = z.object({ password: typedPassword })
const code = z.object({ token: typedCode })

/** One proof of a member, who has no passkey in the workspace. */
export const passwordOrCode = z.union([password, code], 'Send a password or a code')

/** One proof: the password, a code or a passkey assertion. */
const proof = z.union(
  [
    password,
    code,
    z.object({
      challengeId: z.uuid('This is not a valid id'),
      response: z.looseObject({ id: z.string() }),
    }),
  ],
  'Send a password, a code or the answer of a passkey',
)

/** Any text is accepted. A value that is not a refresh token is refused as an invalid one. */
export const refreshBody = z.object({ refreshToken: z.string().optional() })

/**
 * Does not list `storage`: it would also delete the session of the other kind of user on this
 * origin.
 */
export const signedOutHeaders = { 'clear-site-data': '"cache"' }

export const listedSession = z.object({
  id: z.uuid(),
  /** True for the session of this request. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  amr: z.array(z.string()),
})
export type ListedSession = z.output<typeof listedSession>

export const othersOnly = z.object({ scope: z.literal('others', 'Scope must be others') })

export const sessions = {
  list: get('/auth/sessions', {
    summary: 'The live sessions of this account',
    allow: 'operator',
    reply: z.object({ sessions: z.array(listedSession) }),
  }),
  end: del('/auth/sessions/:sessionId', {
    summary: 'End one session of this account',
    allow: 'operator',
    reply: z.object({ success: z.literal(true).default(true) }),
  }),
  endOthers: del('/auth/sessions', {
    summary: 'End every other session of this account',
    allow: 'operator',
    query: othersOnly,
    reply: z.object({ revoked: z.int() }),
  }),
  login: post('/auth/login', {
    summary: 'Sign in as an operator',
    allow: 'public',
    body: z.union([credentials, secondStep]),
    reply: signInReply,
    errors: ['invalid_credentials', 'account_suspended', 'invalid_code', 'login_challenge_expired'],
    limits: ['LOGIN_IP_FAIL'],
  }),
  refresh: post('/auth/refresh', {
    summary: 'Exchange the refresh token for new tokens',
    allow: 'public',
    body: refreshBody,
    reply: z.object({ tokens, user: user.optional() }),
    errors: ['refresh_token_required', 'invalid_refresh_token'],
    limits: ['REFRESH_IP'],
  }),
  beginReauthentication: post('/auth/reauthenticate/begin', {
    summary: 'The ways in which this session can be confirmed',
    allow: 'operator',
    reply: z.object({
      methods: z.array(proofMethods),
      /** Set only when `methods` contains `passkey`. */
      challengeId: z.uuid().optional(),
      options: z.looseObject({ challenge: z.string() }).optional(),
    }),
  }),
  reauthenticate: post('/auth/reauthenticate', {
    summary: 'Confirm that it is still the owner who uses this session',
    allow: 'operator',
    body: proof,
    reply: z.object({ success: z.literal(true).default(true), authTime: z.iso.datetime() }),
    errors: ['invalid_password', 'invalid_code', 'method_not_sufficient'],
    limits: ['REAUTH'],
  }),
  /** Always succeeds, so a forced and a voluntary sign-out cannot conflict. */
  logout: post('/auth/logout', {
    summary: 'End this session',
    allow: 'public',
    query: z.object({ scope: z.enum(['others', 'all']).optional() }),
    body: refreshBody,
    reply: z.object({ success: z.literal(true).default(true) }),
    limits: ['LOGOUT_IP'],
    headers: signedOutHeaders,
  }),
}
