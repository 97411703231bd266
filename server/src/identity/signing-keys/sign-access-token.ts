import { hash } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, errors, SignJWT } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { algorithm, signingKey, verifyingKey } from './commands.ts'

const issuer = 'stowage'
const type = 'at+jwt'
const audiences = ['stowage:operator', 'stowage:tenant'] as const
/**
 * The kind of user a token is valid for. Operator tokens are refused on member routes and the
 * reverse.
 */
export type Audience = (typeof audiences)[number]

// Strict, so a header cannot name a key source or other parameters.
const headerSchema = z.strictObject({
  alg: z.literal(algorithm),
  typ: z.literal(type),
  kid: z.string().max(64),
})

const claimsSchema = z.object({
  iss: z.literal(issuer),
  aud: z.enum(audiences),
  sub: z.uuid(),
  sid: z.uuid(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  nbf: z.int().optional(),
  auth_time: z.int(),
  amr: z.array(z.string()),
  acr: z.string(),
  platformId: z.uuid().optional(),
  platformSlug: z.string().optional(),
})
/** Times are in seconds since 1970. */
export type AccessClaims = z.output<typeof claimsSchema>

const clockSkew = 5
const ageSlack = 300

/** Signs the claims. Missing claims come from the clock and the configuration. */
export async function signAccessToken(
  context: Context,
  claims: Omit<AccessClaims, 'iss' | 'exp' | 'nbf'>,
): Promise<string> {
  const { kid, privateKey } = await signingKey(context)
  const exp = claims.iat + context.config.accessTokenTtlSeconds
  return new SignJWT({ iss: issuer, ...claims, exp })
    .setProtectedHeader({ alg: algorithm, typ: type, kid })
    .sign(privateKey)
}

/**
 * Returns the claims of a valid token for this audience, otherwise undefined. The caller must look
 * up the session. With `expiredFor`, a token that expired at most that many seconds ago is
 * accepted.
 */
export async function readAccessToken(
  context: Context,
  token: string,
  audience: Audience,
  at: Date,
  { expiredFor = 0 }: { expiredFor?: number } = {},
): Promise<AccessClaims | undefined> {
  const claims = await verifiedClaims(context, token)
  if (!claims || claims.aud !== audience) return undefined
  const now = at.getTime() / 1000
  const oldest = context.config.accessTokenTtlSeconds + ageSlack + expiredFor
  const isCurrent =
    claims.exp + expiredFor > now &&
    claims.iat <= now + clockSkew &&
    (claims.nbf ?? 0) <= now + clockSkew &&
    now - claims.iat <= oldest
  return isCurrent ? claims : undefined
}

type Verified = { kid: string; claims: AccessClaims }

// Clients send the same token many times, and verifying it costs more than the rest of the request.
const mostRemembered = 10_000
const remembered = new WeakMap<Db, Map<string, Verified>>()

async function verifiedClaims(context: Context, token: string): Promise<AccessClaims | undefined> {
  const memory = remembered.get(context.db) ?? new Map<string, Verified>()
  remembered.set(context.db, memory)
  const id = hash('sha256', token, 'base64')
  const known = memory.get(id) ?? (await verify(context, token))
  // The signing key may have been withdrawn since the signature was verified.
  if (!known || !(await verifyingKey(context, known.kid))) return undefined
  memory.delete(id)
  memory.set(id, known)
  if (memory.size > mostRemembered) memory.delete(memory.keys().next().value ?? id)
  return known.claims
}

async function verify(context: Context, token: string): Promise<Verified | undefined> {
  if (!token.split('.').every(isCanonical)) return undefined
  const header = headerSchema.safeParse(headerOf(token))
  if (!header.success) return undefined
  const { kid } = header.data
  const key = await verifyingKey(context, kid)
  if (!key) return undefined
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [algorithm] })
    const claims = claimsSchema.safeParse(JSON.parse(new TextDecoder().decode(payload)))
    return claims.success ? { kid, claims: claims.data } : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Several base64url spellings decode to the same bytes. Only the canonical one is accepted. */
const isCanonical = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part

function headerOf(token: string): unknown {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return undefined
  }
}
