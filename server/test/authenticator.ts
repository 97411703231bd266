import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'

type Value = number | string | Uint8Array | Map<number | string, Value>

/** The little of CBOR (RFC 8949) that authenticators speak. */
export function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([head(3, text.length), text])
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

function newKeys(algorithm: Algorithm) {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** A public key as COSE (RFC 9053) writes it. */
function coseKey(algorithm: Algorithm, key: KeyObject): Buffer {
  const jwk = key.export({ format: 'jwk' })
  const part = (name: string) => Buffer.from(jwk[name] as string, 'base64url')
  const shapes: Record<Algorithm, () => [number, Value][]> = {
    ES256: () => [[1, 2], [3, -7], [-1, 1], [-2, part('x')], [-3, part('y')]], // prettier-ignore
    EdDSA: () => [[1, 1], [3, -8], [-1, 6], [-2, part('x')]], // prettier-ignore
    RS256: () => [[1, 3], [3, -257], [-1, part('n')], [-2, part('e')]], // prettier-ignore
  }
  return cbor(new Map(shapes[algorithm]()))
}

/** Deviations from what the browser or the authenticator should do. */
type Deviation = Partial<{
  origin: string
  rpId: string
  challenge: string
  type: string
  isUserVerified: boolean
  counter: number
  userHandle: string | null
  attestation: [fmt: string, statement: Map<string, Value>]
}>

type Options = { challenge: string } & Record<string, unknown>

/**
 * A software authenticator and the browser in front of it, with one credential; written from the
 * WebAuthn standard, so the server's library is not its own judge.
 */
export function newAuthenticator({
  algorithm = 'ES256' as Algorithm,
  origin = 'http://localhost:3000',
  rpId = 'localhost',
  aaguid = '00000000-0000-0000-0000-000000000000',
  credentialId = randomBytes(32),
  isSynced = false,
  attachment = 'platform',
  transports = ['internal'] as unknown,
} = {}) {
  const { publicKey, privateKey } = newKeys(algorithm)
  const id = credentialId.toString('base64url')
  const authenticator = { id, counter: 0, handle: undefined as string | undefined }

  const clientData = (type: string, challenge: string, wrong: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(wrong: Deviation, attested?: Buffer): Buffer {
    const isUserVerified = wrong.isUserVerified ?? true
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0) | (attested ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(wrong.counter ?? authenticator.counter)
    const rpIdHash = createHash('sha256')
      .update(wrong.rpId ?? rpId)
      .digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)])
  }

  /** Simulates `navigator.credentials.create` with these options. */
  function create(options: Options, wrong: Deviation = {}) {
    authenticator.handle = (options['user'] as { id: string }).id
    const size = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
    const attested = Buffer.concat([
      Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
      size,
      credentialId,
      coseKey(algorithm, publicKey),
    ])
    const [fmt, statement] = wrong.attestation ?? ['none', new Map<string, Value>()]
    const attestationObject = cbor(
      new Map<string, Value>([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', authenticatorData(wrong, attested)],
      ]),
    )
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: attachment,
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, wrong).toString(
          'base64url',
        ),
        attestationObject: attestationObject.toString('base64url'),
        transports,
      },
    }
  }

  /** Simulates `navigator.credentials.get` with these options. */
  function get(options: Options, wrong: Deviation = {}) {
    const client = clientData('webauthn.get', options.challenge, wrong)
    const data = authenticatorData(wrong)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    const digest = algorithm === 'EdDSA' ? null : 'sha256'
    const userHandle = wrong.userHandle === undefined ? authenticator.handle : wrong.userHandle
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign(digest, signed, privateKey).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    }
  }

  return Object.assign(authenticator, { create, get })
}

export type Authenticator = ReturnType<typeof newAuthenticator>

const { passkeys } = api.identity

/** Registers the authenticator’s passkey for a signed-in operator; the answer of the last step. */
export async function register(app: TestApp, { token }: { token: string }, key: Authenticator) {
  const begun = await app.call(passkeys.beginRegistration, { token })
  const body = { response: key.create(begun.body.options) }
  return app.call(passkeys.completeRegistration, { token, body })
}

/** An operator who has this passkey, registered just now. */
export async function newOperatorWith(app: TestApp, key: Authenticator) {
  const person = await app.newOperator()
  const { status, body } = await register(app, person, key)
  if (status !== 200) throw new Error(`the passkey was refused: ${JSON.stringify(body)}`)
  return { ...person, passkey: body.passkey }
}

/** Signs in with the authenticator; both the browser and the answer may deviate. */
export async function signInWith(
  app: TestApp,
  key: Authenticator,
  wrong: Parameters<Authenticator['get']>[1] = {},
  headers: Record<string, string> = {},
) {
  const { body: begun } = await app.call(passkeys.beginSignIn)
  const body = { challengeId: begun.challengeId, response: key.get(begun.options, wrong) }
  return app.call(passkeys.completeSignIn, { body, headers })
}
