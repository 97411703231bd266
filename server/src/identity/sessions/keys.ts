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
import type { Secrets } from '../../secrets.ts'
import { StartRefused } from '../../start-refused.ts'
import { listSigningKeys, offerKey, saveCipher, type NewKey } from './key-queries.ts'
import { isAccepted } from './key-rules.ts'

export const algorithm = 'EdDSA'

/** What keys are made, kept and read with. */
export type KeyTools = Pick<Context, 'db' | 'secrets' | 'clock'>

type VerifyingKey = { publicJwk: JWK; publicKey: CryptoKey }
type SigningKey = { kid: string; privateKey: CryptoKey }
type Ring = { keys: ReadonlyMap<string, VerifyingKey>; active: SigningKey | undefined }
type Loaded = { ring: Promise<Ring>; at: number }

// How long a removed key is still accepted; asking once a second costs nothing beside the requests.
const ringLifetimeMs = 1_000
// Anybody can name keys that do not exist; together they make us ask no oftener than this.
const askAgainAfterMs = 250

// What was read from a database is remembered with that database's handle and dies with it.
const rings = new WeakMap<Db, Loaded>()

/** The public keys of access tokens, as GET /.well-known/jwks.json shows them. */
export async function publicKeys(context: KeyTools): Promise<{ keys: JWK[] }> {
  await signingKey(context)
  const { keys } = await ringOf(context)
  return { keys: [...keys.values()].map((key) => key.publicJwk) }
}

/**
 * The key that signs now; the first server to need one makes it, and servers that start together
 * agree on one. Throws when the key was made under another APP_SECRET.
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

/** The key a token names; undefined when there is none, or none any more. */
export async function verifyingKey(context: KeyTools, kid: string): Promise<CryptoKey | undefined> {
  const key = (await ringOf(context)).keys.get(kid)
  if (key || !/^[\w-]{43}$/.test(kid)) return key?.publicKey
  // It may be younger than what we remember: another server has just made it.
  const seen = rings.get(context.db)
  const age = performance.now() - (seen?.at ?? 0)
  if (age < askAgainAfterMs) await sleep(askAgainAfterMs - age)
  // Of those who waited for the same, the first asks for all.
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
  // An outage is not remembered: the next request asks again.
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
 * Seals the keys made under the previous APP_SECRET under the current one, so that the former can be
 * forgotten. Fails as `signingKey` when a key opens under neither.
 */
export async function renewKeys({ db, secrets }: Context): Promise<void> {
  for (const { kid, privateCipher } of await listSigningKeys(db)) {
    const renewed = underSecret(() => secrets.reseal('signing-key', privateCipher, kid))
    if (renewed) await inTransaction(db, {}, (tx) => saveCipher(tx, kid, renewed))
  }
}

// Only a symmetric key would arrive as bytes.
const importKey = async (jwk: JWK) => (await importJWK(jwk, algorithm)) as CryptoKey

/** A new key pair, the private half encrypted, as a row to be inserted. */
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
