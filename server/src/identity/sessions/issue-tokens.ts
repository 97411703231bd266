import { createHash } from 'node:crypto'
import type { Tokens } from '@stowage/contract/identity/sessions'
import type { Context } from '../../context.ts'
import { newId } from '../../database/ids.ts'
import type { Origin } from '../../http/actor.ts'
import type { Secrets } from '../../crypto/secrets.ts'
import { signAccessToken, type Audience } from '../signing-keys/sign-access-token.ts'
import { makeRefreshToken, newRefreshKey } from './make-refresh-token.ts'
import type { SessionColumns } from './queries.ts'
import { idleEnd, type Lifetimes } from './rules.ts'

/** Returns a new session: the row to insert, and the key of its refresh tokens. */
export function beginSession(
  secrets: Secrets,
  { at, ip, userAgent }: Origin,
  lifetimes: Lifetimes,
  { amr, acr }: { amr: string[]; acr: 'aal1' | 'aal2' },
): { columns: SessionColumns; key: Buffer } {
  const sid = newId()
  const { key, keyCipher } = newRefreshKey(secrets, sid)
  const expiresAt = new Date(at.getTime() + lifetimes.absolute * 1000)
  const columns = {
    sid,
    keyCipher,
    counter: 0,
    authTime: at,
    amr,
    acr,
    createdAt: at,
    lastSeenAt: at,
    idleExpiresAt: idleEnd(at, expiresAt, lifetimes),
    expiresAt,
    ip,
    userAgent,
  }
  return { columns, key }
}

type Grant = {
  audience: Audience
  /** Id of the account or member. */
  subjectId: string
  session: Pick<SessionColumns, 'sid' | 'counter' | 'authTime' | 'amr' | 'acr'>
  key: Buffer
  /** Issue time of this pair. The same grant always gives the same pair. */
  issuedAt: Date
  /** Only for `stowage:tenant`. */
  platform?: { id: string; slug: string }
}

/**
 * Signs both tokens of a session. Call it after the commit, because signing waits for a thread. The
 * same grant gives the same bytes, so a lost reply can be repeated.
 */
export async function issueTokens(context: Context, grant: Grant): Promise<Tokens> {
  const { audience, subjectId, session, key, issuedAt, platform } = grant
  const accessToken = await signAccessToken(context, {
    aud: audience,
    sub: subjectId,
    sid: session.sid,
    jti: `${session.sid}.${session.counter}`,
    iat: seconds(issuedAt),
    auth_time: seconds(session.authTime),
    amr: session.amr,
    acr: session.acr,
    ...(platform && { platformId: platform.id, platformSlug: platform.slug }),
  })
  return { accessToken, refreshToken: makeRefreshToken(key, session.sid, session.counter) }
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/**
 * Returns the SHA-256 of the header that links a retried refresh to its first attempt, or undefined
 * without one.
 */
export function retryKeyHash(header: string | string[] | undefined): Buffer | undefined {
  if (typeof header !== 'string' || !/^[\x20-\x7E]{8,200}$/.test(header)) return undefined
  return createHash('sha256').update(header).digest()
}
