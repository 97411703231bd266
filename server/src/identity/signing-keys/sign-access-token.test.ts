import { request } from 'node:http'
import { api } from '@stowage/contract'
import {
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JWK,
} from 'jose'
import { describe, expect, test } from 'vitest'
import { setupApp, startApp } from '../../../test/app.ts'
import { openOwner } from '../../../test/owner.ts'
import { signAccessToken } from './sign-access-token.ts'
import { publicKeys, signingKey } from './commands.ts'

const { me } = api.identity.profile
const app = await setupApp()
const alice = await app.newOperator()
const tenant = await app.newPlatform(alice)
const member = await app.newMember(alice, await app.newPlatform(alice))

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) => token.split('.') as [string, string, string]
const claimsOf = (token: string) => decodeJwt(token)
const statusOf = async (token: string) => (await app.call(me, { token })).status

/** A token of our own key with other claims or another header: only the checks stand against it. */
async function forge(
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  const { kid, privateKey } = await signingKey(app.context)
  return new SignJWT({ ...claimsOf(alice.token), ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
    .sign(privateKey)
}

test('contains these claims and no personal data', () => {
  const { kid, ...header } = decodeProtectedHeader(alice.token)
  expect(header).toEqual({ alg: 'EdDSA', typ: 'at+jwt' })
  expect(kid).toMatch(/^[\w-]{43}$/)
  const claims = claimsOf(alice.token)
  expect(Object.keys(claims).sort()).toEqual([
    'acr',
    'amr',
    'aud',
    'auth_time',
    'exp',
    'iat',
    'iss',
    'jti',
    'sid',
    'sub',
  ])
  expect(claims).toMatchObject({ aud: 'stowage:operator', sub: alice.user.id, amr: ['pwd'] })
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
  expect(claimsOf(member.token)).toMatchObject({
    aud: 'stowage:tenant',
    platformId: member.user.platformId,
    platformSlug: member.user.platformSlug,
  })
})

describe('is refused', () => {
  const payloadEdits = {
    sub: () => member.id,
    aud: () => 'stowage:tenant',
    platformId: () => tenant.slug,
    exp: () => 9_999_999_999,
  }

  test('T01 without a signature', async () => {
    const [, payload] = partsOf(alice.token)
    for (const alg of ['none', 'None', 'EdDSA'])
      expect(await statusOf(`${encode({ alg, typ: 'at+jwt' })}.${payload}.`)).toBe(401)
  })

  test.each(Object.entries(payloadEdits))('T03 with a modified %s', async (claim, value) => {
    const [header, payload, signature] = partsOf(alice.token)
    const edited = {
      ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
      [claim]: value(),
    }
    expect(await statusOf(`${header}.${encode(edited)}.${signature}`)).toBe(401)
  })

  test('T01 with a non-canonical signature', async () => {
    const parts = partsOf(alice.token)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const [header = '', payload = '', signature = ''] = parts
    const last = alphabet.indexOf(signature.at(-1) ?? '')
    const sameBytes = `${signature.slice(0, -1)}${alphabet[last + 1]}`
    expect(Buffer.from(sameBytes, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    expect(await statusOf(`${header}.${payload}.${sameBytes}`)).toBe(401)
  })

  test.each([
    ['missing', undefined],
    ['a path', '../../dev/null'],
    ['SQL', "' or '1'='1"],
    ['long', 'k'.repeat(10_240)],
    ['a list', ['a']],
    ['unknown', 'A'.repeat(43)],
  ])('T05 with a key id that is %s', async (_, kid) => {
    const [, payload, signature] = partsOf(alice.token)
    const header = encode({ alg: 'EdDSA', typ: 'at+jwt', kid })
    expect(await statusOf(`${header}.${payload}.${signature}`)).toBe(401)
  })

  test.each([
    ['crit', { crit: ['x'], x: 1 }],
    ['a key of its own', { jwk: { kty: 'OKP' } }],
    ['a key address', { jku: 'https://example.com/keys' }],
    ['a certificate address', { x5u: 'https://example.com/keys' }],
    ['another type', { typ: 'JWT' }],
    ['no type', { typ: undefined }],
  ])('T09 with %s in its header', async (_, header) => {
    const [, payload, signature] = partsOf(alice.token)
    const given = { ...decodeProtectedHeader(alice.token), ...header }
    expect(await statusOf(`${encode(given)}.${payload}.${signature}`)).toBe(401)
    if ('crit' in header) return
    expect(await statusOf(await forge({}, header))).toBe(401)
  })

  test('signed by another key with our key id', async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
    const { kid } = await signingKey(app.context)
    const token = await new SignJWT(claimsOf(alice.token))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
      .sign(privateKey)
    expect(await statusOf(token)).toBe(401)
  })

  test('signed with the public key as a shared secret', async () => {
    const { keys } = await publicKeys(app.context)
    const { kid } = keys[0] ?? {}
    const token = await new SignJWT(claimsOf(alice.token))
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: kid ?? '' })
      .sign(new TextEncoder().encode(JSON.stringify(keys[0])))
    expect(await statusOf(token)).toBe(401)
  })

  const now = () => Math.floor(app.clock.now().getTime() / 1000)
  test.each([
    ['of another issuer', () => ({ iss: 'elsewhere' })],
    ['for a list of audiences', () => ({ aud: ['stowage:operator'] })],
    ['for the other plane', () => ({ aud: 'stowage:tenant' })],
    ['for a list of subjects', () => ({ sub: [alice.user.id] })],
    ['for somebody else', () => ({ sub: member.id })],
    ['for no session', () => ({ sid: undefined })],
    ['for an unknown session', () => ({ sid: '01900000-0000-7000-8000-000000000000' })],
    ['for a session that is no id', () => ({ sid: "' or 1=1" })],
    ['without an end', () => ({ exp: undefined })],
    ['at its end', () => ({ exp: now() })],
    ['before its time', () => ({ nbf: now() + 60 })],
    ['issued in the future', () => ({ iat: now() + 60, exp: now() + 600 })],
    ['older than any token can be', () => ({ iat: now() - 3600 - 301, exp: now() + 600 })],
  ])('%s', async (_, claims) => {
    expect(await statusOf(await forge({}))).toBe(200)
    expect(await statusOf(await forge(claims()))).toBe(401)
  })

  test('T09 unless there is exactly one bearer header with three parts', async () => {
    const url = '/api/v1/auth/me'
    const [header, payload, signature] = partsOf(alice.token)
    for (const authorization of [
      `Bearer ${header}.${payload}`,
      `Bearer ${header}.${payload}.${signature}.${signature}`,
      `Bearer ${alice.token} ${alice.token}`,
      `Basic ${alice.token}`,
      alice.token,
      '',
    ])
      expect((await app.http.inject({ url, headers: { authorization } })).statusCode).toBe(401)
    expect((await app.http.inject({ url: `${url}?access_token=${alice.token}` })).statusCode).toBe(
      401,
    )
    expect(await statusOfTwoHeaders()).toBe(401)
  })

  /** The test client would join them; only a real connection carries the same header twice. */
  async function statusOfTwoHeaders(): Promise<number | undefined> {
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
    return new Promise((resolve, reject) => {
      const headers = ['Authorization', `Bearer ${alice.token}`]
      request(`${address}/api/v1/auth/me`, { headers: [...headers, ...headers, 'Host', 'x'] })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
  }

  test('T07 as a refresh token', async () => {
    const body = { refreshToken: alice.token }
    expect((await app.call(api.identity.sessions.refresh, { body })).status).toBe(401)
  })

  test('after its hour, though it was valid before', async () => {
    const person = await app.newOperator()
    expect(await statusOf(person.token)).toBe(200)
    app.clock.advance(3_600_000)
    expect(await statusOf(person.token)).toBe(401)
    app.clock.advance(-3_600_000)
    expect(await statusOf(person.token)).toBe(200)
  })

  test('after its key was withdrawn, though it was valid before', async () => {
    const own = await startApp()
    const owner = await openOwner(own)
    try {
      const { token } = await own.newOperator()
      const status = async () => (await own.call(me, { token })).status
      expect(await status()).toBe(200)
      await owner.rowsOf('delete from identity.signing_keys')
      // What a process remembers of the keys is at most a second old.
      await expect.poll(status, { timeout: 3_000, interval: 100 }).toBe(401)
      expect((await own.newOperator()).token).not.toBe(token)
    } finally {
      await owner.close()
      await own.close()
    }
  })
})

describe('the key set', () => {
  test('T15 contains public parts only', async () => {
    const response = await app.http.inject({ url: '/.well-known/jwks.json' })
    expect(response.statusCode).toBe(200)
    const { keys } = response.json<{ keys: JWK[] }>()
    expect(keys).toHaveLength(1)
    for (const key of keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
      expect(key).toMatchObject({
        alg: 'EdDSA',
        use: 'sig',
        kid: decodeProtectedHeader(alice.token).kid,
      })
      expect(await importJWK(key)).toBeDefined()
    }
  })

  test('is the same for servers that start concurrently', async () => {
    const own = await startApp()
    try {
      // Each context has its own handle, as another process would.
      const servers = Array.from({ length: 8 }, () => ({
        ...own.context,
        db: own.context.db.withTables(),
      }))
      const keys = await Promise.all(servers.map((context) => signingKey(context)))
      expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
    } finally {
      await own.close()
    }
  })
})

test('signs the same claims to the same token', async () => {
  const claims = {
    aud: 'stowage:operator' as const,
    sub: alice.user.id,
    sid: alice.user.id,
    jti: 'x',
    iat: 1_800_000_000,
    auth_time: 1_800_000_000,
    amr: ['pwd'],
    acr: 'aal1',
  }
  const [a, b] = [
    await signAccessToken(app.context, claims),
    await signAccessToken(app.context, claims),
  ]
  expect(a).toBe(b)
})
