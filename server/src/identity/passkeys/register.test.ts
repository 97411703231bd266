import { randomBytes } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import {
  cbor,
  newAuthenticator,
  newOperatorWith,
  register,
  signInWith,
} from '../../../test/authenticator.ts'
import type { Owner } from '../../../test/owner.ts'
import { passkeyCalls } from '../../../test/passkey-calls.ts'

const { beginRegistration, completeRegistration } = api.identity.passkeys
const { login } = api.identity.sessions
const minute = 60_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

const { begin, complete, listOf, subjectsTo, eventsOf } = passkeyCalls(() => ({ app, owner }))

describe('starting a registration', () => {
  test('K01 requires a session and returns complete options with a new challenge', async () => {
    expect((await app.call(beginRegistration)).status).toBe(401)
    const ada = await app.newOperator()
    const { options, ...top } = await begin(ada)
    expect(top).toEqual(options)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Stowage' },
      user: { name: ada.email, displayName: 'Ada Alba' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
      timeout: 60_000,
    })
    const algorithms = options['pubKeyCredParams'] as { alg: number }[]
    expect(algorithms.map(({ alg }) => alg)).toEqual([-8, -7, -257])

    const { options: again } = await begin(ada)
    expect(again.challenge).not.toBe(options.challenge)
    expect(Buffer.from(again.challenge, 'base64url')).toHaveLength(32)
    const handle = (of: object) => (of as { user: { id: string } }).user.id
    expect(handle(again)).toBe(handle(options))
    expect(Buffer.from(handle(options), 'base64url')).toHaveLength(32)
    const { options: foreign } = await begin(await app.newOperator())
    expect(handle(foreign)).not.toBe(handle(options))
    expect(await eventsOf(ada)).toEqual(Array(2).fill('PASSKEY_REGISTRATION_STARTED success'))
  })

  test('requires a confirmed session', async () => {
    const ada = await app.newOperator()
    app.clock.advance(16 * minute)
    const { status, body } = await app.call(beginRegistration, { token: ada.token })
    expect([status, body['methods']]).toEqual([428, ['password']])
  })

  test('excludes the passkeys of the account', async () => {
    const key = newAuthenticator({ transports: ['usb', 'nfc', 'telepathy', 7] })
    const ada = await newOperatorWith(app, key)
    const { options } = await begin(ada)
    expect(options['excludeCredentials']).toEqual([
      { id: key.id, transports: ['nfc', 'usb'], type: 'public-key' },
    ])
  })
})

describe('a registration', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)('saves a key of %s', async (algorithm) => {
    const key = newAuthenticator({ algorithm })
    const ada = await newOperatorWith(app, key)
    expect((await signInWith(app, key)).body.user.id).toBe(ada.user.id)
  })

  test('is returned, listed, recorded and mailed to the owner', async () => {
    const aaguid = '08987058-cadc-4b81-b6e1-30de50dcbe96'
    const key = newAuthenticator({ aaguid, isSynced: true })
    const ada = await app.newOperator()
    const { status, body } = await register(app, ada, key)
    const passkey = {
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      name: 'Windows Hello',
      deviceType: 'unknown',
      createdAt: expect.stringMatching(/Z$/) as string,
      lastUsedAt: null,
      backedUp: true,
    }
    const message = 'Passkey registered successfully!'
    expect([status, body]).toEqual([200, { verified: true, passkey, message }])
    expect(await listOf(ada)).toEqual([passkey])
    expect(await listOf(await app.newOperator())).toEqual([])
    expect(await eventsOf(ada)).toEqual([
      'PASSKEY_REGISTRATION_STARTED success',
      'PASSKEY_REGISTERED success',
    ])
    expect((await subjectsTo(ada))[0]).toBe('A passkey was added to your account')
    const named = await complete(ada, newAuthenticator().create((await begin(ada)).options), 'Mine')
    expect(named.body.passkey.name).toBe('Mine')
  })

  test('ignores any attestation', async () => {
    const attestation: [string, Map<string, Uint8Array>] = [
      'packed',
      new Map([['sig', randomBytes(64)]]),
    ]
    const ada = await app.newOperator()
    const key = newAuthenticator()
    const { options } = await begin(ada)
    expect((await complete(ada, key.create(options, { attestation }))).status).toBe(200)
  })

  test.each([
    ['origin', { origin: 'https://evil.test' }],
    ['RP id', { rpId: 'evil.test' }],
    ['challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['ceremony', { type: 'webauthn.get' }],
    ['user verification', { isUserVerified: false }],
  ])('K03 with a wrong %s is refused and recorded', async (_what, wrong) => {
    const ada = await app.newOperator()
    const response = newAuthenticator().create((await begin(ada)).options, wrong)
    const { status, body } = await complete(ada, response)
    expect([status, body['code'], body['message']]).toEqual([
      400,
      'registration_failed',
      'Failed to register passkey',
    ])
    expect(await listOf(ada)).toEqual([])
    expect((await eventsOf(ada)).at(-1)).toBe('PASSKEY_REGISTERED failure')
  })

  test('consumes its challenge, even if it fails', async () => {
    const ada = await app.newOperator()
    const key = newAuthenticator()
    const { options } = await begin(ada)
    expect((await complete(ada, key.create(options, { rpId: 'evil.test' }))).status).toBe(400)
    expect((await complete(ada, key.create(options))).status).toBe(400)
    const next = await begin(ada)
    expect((await complete(ada, key.create(next.options))).status).toBe(200)
    const replayed = await complete(ada, key.create(next.options))
    expect([replayed.status, replayed.body['code']]).toEqual([400, 'registration_failed'])
  })

  test('answers the latest challenge of its session within five minutes', async () => {
    const ada = await app.newOperator()
    const { email, password } = ada
    const phone = await app.call(login, { body: { email, password } })
    const elsewhere = { token: phone.body.tokens.accessToken }
    const first = await begin(ada)
    expect((await complete(elsewhere, newAuthenticator().create(first.options))).status).toBe(400)
    await begin(ada)
    expect((await complete(ada, newAuthenticator().create(first.options))).status).toBe(400)
    const late = await begin(ada)
    app.clock.advance(5 * minute)
    expect((await complete(ada, newAuthenticator().create(late.options))).status).toBe(400)
    expect(await listOf(ada)).toEqual([])
  })

  test('K05 of an existing credential does not reveal its owner', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    for (const person of [ada, await app.newOperator()]) {
      const { status, body } = await register(app, person, key)
      const { requestId: _, ...rest } = body as Record<string, unknown>
      expect([status, rest]).toEqual([
        409,
        {
          message: 'Failed to register passkey',
          error: 'passkey_exists',
          code: 'passkey_exists',
          details: [],
        },
      ])
    }
    expect(await listOf(ada)).toHaveLength(1)
  })

  test('stops at twenty passkeys, even if started before', async () => {
    const ada = await app.newOperator()
    await register(app, ada, newAuthenticator())
    await owner.rowsOf(
      `insert into identity.passkeys (id, account_id, credential_id, public_key, counter,
         device_type, multi_device, backed_up, aaguid, transports, name, created_at)
       select gen_random_uuid(), account_id, n || credential_id, public_key, counter,
         device_type, multi_device, backed_up, aaguid, transports, name, created_at
       from identity.passkeys, generate_series(1, 18) n where account_id = $1`,
      [ada.user.id],
    )
    const { email, password } = ada
    const phone = await app.call(login, { body: { email, password } })
    const elsewhere = { token: phone.body.tokens.accessToken }
    const begun = await begin(elsewhere)
    expect((await register(app, ada, newAuthenticator())).status).toBe(200)
    const over = await complete(elsewhere, newAuthenticator().create(begun.options))
    const refused = await app.call(beginRegistration, { token: ada.token })
    for (const { status, body } of [over, refused])
      expect([status, body['code'], body['message']]).toEqual([
        409,
        'passkey_limit',
        'You have reached the limit of 20 passkeys.',
      ])
    expect(await listOf(ada)).toHaveLength(20)
  })

  test('K11 with malformed data returns 400', async () => {
    const ada = await app.newOperator()
    const good = newAuthenticator().create((await begin(ada)).options)
    const withResponse = (changed: object) => ({
      ...good,
      response: { ...good.response, ...changed },
    })
    const deep = Buffer.concat([Buffer.alloc(40_000, 0x81), Buffer.from([0])])
    const longId = newAuthenticator({ credentialId: randomBytes(5_000) })
    const responses: unknown[] = [
      undefined,
      'x',
      {},
      { id: good.id },
      { ...good, id: 7 },
      { ...good, rawId: undefined },
      { ...good, response: undefined },
      { ...good, response: 'x' },
      { ...good, type: 'password' },
      { ...good, id: 'x'.repeat(30_000), rawId: 'x'.repeat(30_000) },
      withResponse({ attestationObject: undefined }),
      withResponse({ attestationObject: 7 }),
      withResponse({ attestationObject: {} }),
      withResponse({ attestationObject: '' }),
      withResponse({ attestationObject: '!§$%' }),
      withResponse({ attestationObject: randomBytes(600).toString('base64url') }),
      withResponse({ attestationObject: 'A'.repeat(60_000) }),
      withResponse({ attestationObject: deep.toString('base64url') }),
      withResponse({ attestationObject: cbor(new Map()).toString('base64url') }),
      withResponse({ clientDataJSON: undefined }),
      withResponse({ clientDataJSON: [] }),
      withResponse({ clientDataJSON: 'A'.repeat(60_000) }),
      withResponse({ clientDataJSON: randomBytes(600).toString('base64url') }),
      'long id',
    ]
    for (const response of responses) {
      const { options } = await begin(ada)
      const body = { response: response === 'long id' ? longId.create(options) : response }
      const { status } = await app.call(completeRegistration, { token: ada.token, body })
      expect([JSON.stringify(body).slice(0, 200), status]).toEqual([expect.anything(), 400])
    }
    expect(await listOf(ada)).toEqual([])
  })
})
