import { setTimeout as sleep } from 'node:timers/promises'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import type { Secrets } from '../../crypto/secrets.ts'
import { StartRefused } from '../../errors.ts'
import { listSigningKeys, offerKey, saveCipher, type NewKey } from './queries.ts'
import { isAccepted } from './rules.ts'

export const algorithm = 'EdDSA'

/** Dependencies for creating, storing and reading keys. */
export type KeyTools = Pick<Context, 'db' | 'secrets' | 'clock'>

type VerifyingKey = { publicJwk: JWK; publicKey: CryptoKey }
type SigningKey = { kid: string; privateKey: CryptoKey }
type Ring = { keys: ReadonlyMap<string, VerifyingKey>; active: SigningKey | undefined }
type Loaded = { ring: Promise<Ring>; at: number }

// How long a removed key is still accepted by this server.
const ringLifetimeMs = 1_000
// Tokens can name unknown keys, so reloads are limited to this interval.
const askAgainAfterMs = 250

// Cached per database handle, because tests run several databases in one process.
const rings = new WeakMap<Db, Loaded>()

/** Returns the public keys of access tokens for GET /.well-known/jwks.json. */
export async function publicKeys(context: KeyTools): Promise<{ keys: JWK[] }> {
  await signingKey(context)
  const { keys } = await ringOf(context)
  return { keys: [...keys.values()].map((key) => key.publicJwk) }
}

/**
 * Returns the signing key. The first server to need one creates it, and concurrent servers agree on
 * one. Throws if the key was encrypted under another APP_SECRET.
 */
export async function signingKey(context: KeyTools): Promise<SigningKey> {
  const { active } = await ringOf(context)
  if (active) return active
  const key = await makeKey(context)
  await inTransaction(context.db, {}, (tx) => offerKey(tx, key, 'active'))
  const made = (await load(context)).active
  if (!made) throw new Error('The signing key just made is gone again.')
  return made
}

/** Returns the key that a token names, or undefined if it is unknown or removed. */
export async function verifyingKey(context: KeyTools, kid: string): Promise<CryptoKey | undefined> {
  const key = (await ringOf(context)).keys.get(kid)
  if (key || !/^[\w-]{43}$/.test(kid)) return key?.publicKey
  // The key may be newer than the cache if another server just created it.
  const seen = rings.get(context.db)
  const age = performance.now() - (seen?.at ?? 0)
  if (age < askAgainAfterMs) await sleep(askAgainAfterMs - age)
  // A concurrent request may have reloaded the keys already.
  const known = rings.get(context.db)
  const ring = known && known !== seen ? known.ring : load(context)
  return (await ring).keys.get(kid)?.publicKey
}

function ringOf(context: KeyTools): Promise<Ring> {
  const known = rings.get(context.db)
  if (known && performance.now() - known.at < ringLifetimeMs) return known.ring
  return load(context)
}

function load(context: KeyTools): Promise<Ring> {
  const ring = readRing(context)
  const loaded = { ring, at: performance.now() }
  rings.set(context.db, loaded)
  // Failures are not cached, so the next request tries again.
  ring.catch(() => rings.get(context.db) === loaded && rings.delete(context.db))
  return ring
}

async function readRing({ db, secrets, clock }: KeyTools): Promise<Ring> {
  const at = clock.now()
  const rows = (await listSigningKeys(db)).filter((key) => isAccepted(key, at))
  const keys = new Map<string, VerifyingKey>()
  let active: SigningKey | undefined
  for (const { kid, privateCipher, publicJwk, state } of rows) {
    const jwk = publicJwk as JWK
    keys.set(kid, { publicJwk: jwk, publicKey: await importKey(jwk) })
    if (state !== 'active') continue
    active = { kid, privateKey: await importKey(openKey(secrets, kid, privateCipher)) }
  }
  return { keys, active }
}

const openKey = (secrets: Secrets, kid: string, sealed: Uint8Array) =>
  underSecret(() => JSON.parse(secrets.open('signing-key', sealed, kid).toString()) as JWK)

function underSecret<T>(open: () => T): T {
  try {
    return open()
  } catch (cause) {
    throw new StartRefused('APP_SECRET: this is not the secret this database was used with', {
      cause,
    })
  }
}

/**
 * Encrypts the keys of the previous APP_SECRET under the current one. Fails as `signingKey` if a
 * key opens under neither.
 */
export async function renewKeys({ db, secrets }: Context): Promise<void> {
  for (const { kid, privateCipher } of await listSigningKeys(db)) {
    const renewed = underSecret(() => secrets.reseal('signing-key', privateCipher, kid))
    if (renewed) await inTransaction(db, {}, (tx) => saveCipher(tx, kid, renewed))
  }
}

// Only a symmetric key would be imported as bytes.
const importKey = async (jwk: JWK) => (await importJWK(jwk, algorithm)) as CryptoKey

/** Creates a key pair with the private key encrypted, ready to insert. */
export async function makeKey({ secrets, clock }: Omit<KeyTools, 'db'>): Promise<NewKey> {
  const pair = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
  const bare = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(bare)
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  return {
    kid,
    privateCipher: secrets.seal('signing-key', privateJwk, kid),
    publicJwk: JSON.stringify({ ...bare, kid, alg: algorithm, use: 'sig' }),
    createdAt: clock.now(),
  }
}
