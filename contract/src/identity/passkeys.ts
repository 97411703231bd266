import { z } from 'zod'
import { line } from '../fields.ts'
import { del, get, patch, post } from '../route.ts'
import { signInReply } from './sessions.ts'

const deviceWords: ReadonlyMap<unknown, string> = new Map([
  ['phone', 'mobile'],
  ['computer', 'desktop'],
])
const inOwnWord = (word: unknown) => deviceWords.get(word) ?? word

const passkey = z.object({
  id: z.uuid(),
  /** Other values become `unknown`. */
  deviceType: z
    .preprocess(inOwnWord, z.enum(['mobile', 'desktop', 'security-key', 'unknown']))
    .catch('unknown'),
  createdAt: z.iso.datetime(),
  name: z.string().default(''),
  lastUsedAt: z.iso.datetime().nullable().default(null),
  /** True if the authenticator backs up its keys. */
  backedUp: z.boolean().default(false),
})
export type Passkey = z.output<typeof passkey>

/** The argument of `navigator.credentials`, as JSON. */
const options = z.looseObject({ challenge: z.string() })
const begun = z.looseObject({ options: z.record(z.string(), z.unknown()).optional() })
function inBothPlaces(reply: unknown): unknown {
  const { data } = begun.safeParse(reply)
  return data && { ...data.options, ...data, options: data.options ?? data }
}
/** The result of `navigator.credentials`, as JSON. The server's WebAuthn library validates it. */
const credential = z.looseObject({ id: z.string('The passkey’s answer is missing') })

const name = line('Name', { min: 1, max: 60 })

export const passkeys = {
  list: get('/auth/passkeys', {
    summary: 'The passkeys of this account',
    allow: 'operator',
    reply: z.object({ passkeys: z.array(passkey) }),
  }),
  beginRegistration: post('/auth/passkey/register/begin', {
    summary: 'Options for creating a passkey in the browser',
    allow: 'operator',
    stepUp: true,
    // Older clients read the options at the top level, and older servers write them in one of the two places.
    reply: z.preprocess(inBothPlaces, options.extend({ options })),
    errors: ['passkey_limit'],
    limits: ['PASSKEY_BEGIN'],
  }),
  completeRegistration: post('/auth/passkey/register/complete', {
    summary: 'Keep the passkey the browser has made',
    allow: 'operator',
    body: z.object({ response: credential, name: name.optional() }),
    reply: z.object({
      verified: z.literal(true).default(true),
      passkey: passkey.default({
        id: '',
        deviceType: 'unknown',
        createdAt: '',
        name: '',
        lastUsedAt: null,
        backedUp: false,
      }),
      message: z.string().default(''),
    }),
    errors: ['registration_failed', 'passkey_exists', 'passkey_limit'],
  }),
  rename: patch('/auth/passkey/:passkeyId', {
    summary: 'Rename a passkey',
    allow: 'operator',
    body: z.object({ name }),
    reply: z.object({ passkey }),
  }),
  remove: del('/auth/passkey/:passkeyId', {
    summary: 'Remove a passkey',
    allow: 'operator',
    stepUp: true,
    reply: z.object({ success: z.literal(true).default(true), message: z.string().default('') }),
    errors: ['last_sign_in_method'],
  }),
  beginSignIn: post('/auth/passkey/login/begin', {
    summary: 'Options for signing in with a passkey',
    allow: 'public',
    reply: z.object({ challengeId: z.uuid(), options }),
    limits: ['PASSKEY_LOGIN_IP'],
  }),
  completeSignIn: post('/auth/passkey/login/complete', {
    summary: 'Sign in with a passkey',
    allow: 'public',
    body: z.object({ challengeId: z.uuid('This is not a valid id'), response: credential }),
    reply: signInReply,
    errors: ['passkey_rejected', 'account_suspended'],
    limits: ['PASSKEY_LOGIN_IP', 'LOGIN_IP_FAIL'],
  }),
}
