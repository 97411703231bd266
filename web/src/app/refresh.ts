import { sessions } from '@stowage/contract/identity/sessions'
import { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import {
  operatorTokens,
  storeOperator,
  storeTenant,
  tenantSlug,
  tenantTokens,
  lifeOf,
} from './session.ts'
import { now } from './clock.ts'
import { newId } from './ids.ts'
import { transmit } from './transport.ts'

/** Tells one token from another in storage without keeping a second copy of it. FNV-1a, 32 bit. */
export function fingerprint(token: string): string {
  let hash = 0x811c9dc5
  for (const letter of token) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16)
}

/**
 * The key sent with the exchange of this token: the same one again until an answer was stored, so
 * that a lost answer can be asked for again instead of looking like a stolen token.
 */
function exchangeKey(name: string, token: string): string {
  const of = fingerprint(token)
  const stored = localStorage.getItem(name)
  if (stored?.startsWith(`${of}:`)) return stored.slice(of.length + 1)
  const key = newId()
  localStorage.setItem(name, `${of}:${key}`)
  return key
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One tab at a time. Where the browser has no locks, a marker in storage that expires by itself. */
async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(name, work)
  const mine = newId()
  for (;;) {
    const [, until = '0'] = (localStorage.getItem(name) ?? '').split(':')
    if (Number(until) < Date.now()) localStorage.setItem(name, `${mine}:${Date.now() + 20_000}`)
    await wait(60)
    if (localStorage.getItem(name)?.startsWith(mine)) break
  }
  try {
    return await work()
  } finally {
    localStorage.removeItem(name)
  }
}

type Held = () => { accessToken: string | null; refreshToken: string | null }

/**
 * Runs `exchange` unless another tab has just done it. Fails with an Error without a token. An
 * answer to a session that ended meanwhile is dropped: it must not bring that session back.
 */
async function rotate<R>(
  name: string,
  held: Held,
  exchange: (refreshToken: string, headers: Record<string, string>) => Promise<R>,
  store: (reply: R) => void,
) {
  const before = held().accessToken
  const asked = Date.now()
  await alone(name, async () => {
    // What another tab has just stored reaches this one a moment after the lock does.
    if (Date.now() - asked > 10) await wait(100)
    const { accessToken, refreshToken } = held()
    if (accessToken !== before) return
    if (!refreshToken) throw new Error('No refresh token available')
    const keyName = `${name}.key`
    const key = exchangeKey(keyName, refreshToken)
    const reply = await exchange(refreshToken, { 'idempotency-key': key })
    if (held().refreshToken === refreshToken) store(reply)
    localStorage.removeItem(keyName)
  })
}

/** Exchanges the operator's tokens. Rejects with ApiError; 401 has already ended the session. */
export const refreshOperator = () =>
  rotate(
    'stowage.refresh',
    operatorTokens,
    (refreshToken, headers) => transmit(sessions.refresh, { body: { refreshToken } }, { headers }),
    storeOperator,
  )

/** The same for the member signed in to the workspace. */
const refreshTenant = () => {
  const params = { slug: tenantSlug() ?? '' }
  return rotate(
    'stowage.refresh.tenant',
    tenantTokens,
    (refreshToken, headers) =>
      transmit(tenantSessions.refresh, { params, body: { refreshToken } }, { headers }),
    storeTenant,
  )
}

/** A member's token that is over is exchanged before it is used. */
export async function freshTenantToken() {
  const life = lifeOf(tenantTokens().accessToken)
  if (life && life.expiresAt <= now() && tenantTokens().refreshToken) await refreshTenant()
}
