import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { Config } from '../config.ts'
import type { Secrets } from './secrets.ts'
import { limitConcurrency } from '../concurrency/limit.ts'

/** An argon2id PHC string, and the id of the pepper used for it. */
export type StoredPassword = { passwordHash: string; pepperKeyId: string }

type Cost = { memoryCost: number; timeCost: number; parallelism: number }

export type Hasher = {
  /** Hashes a password for storage. Fails with `unavailable` when too many requests wait. */
  hash(password: string): Promise<StoredPassword>
  /**
   * Verifies a password. Takes the time of one hash for any input, including no stored hash and
   * empty or overlong passwords. `rehash` is true when a right password was stored with weaker
   * settings or the previous pepper.
   */
  verify(
    stored: StoredPassword | undefined,
    password: string,
  ): Promise<{ ok: boolean; rehash: boolean }>
  /** For the metrics. */
  readonly load: { readonly running: number; readonly waiting: number }
}

const longestPassword = 256

/**
 * One hash per processor, because hashes that share one evict each other's cache and together
 * finish 20% fewer. At most four, which leaves threads for file and DNS access.
 */
export const maxConcurrentHashes = Math.min(4, availableParallelism())

/** Hashes that may wait; more are refused with `unavailable`. */
export const maxWaitingHashes = 64

export function openHasher({ config, secrets }: { config: Config; secrets: Secrets }): Hasher {
  // The package's defaults are argon2id, version 19, a 32-byte hash and a 16-byte salt.
  const cost = {
    memoryCost: config.argon2MemoryKib,
    timeCost: config.argon2Time,
    parallelism: config.argon2Parallelism,
  }
  const queue = limitConcurrency({
    running: maxConcurrentHashes,
    waiting: maxWaitingHashes,
    retryAfter: 2,
  })
  const nobody = impossibleHash(cost)
  // NFKC, so different keyboards give the same code points. Text, because the package's verify
  // refuses bytes that are not UTF-8.
  const pepper = 'password-pepper'
  const peppered = (password: string) =>
    secrets.mac(pepper, password.normalize('NFKC')).toString('base64')
  const pepperedAs = (password: string, { pepperKeyId }: StoredPassword) =>
    secrets.macUnder(pepperKeyId, pepper, password.normalize('NFKC'))?.toString('base64')

  return {
    load: queue,
    async hash(password) {
      const passwordHash = await queue.run(() => hash(peppered(password), cost))
      return { passwordHash, pepperKeyId: secrets.keyId }
    },
    async verify(stored, password) {
      const tooLong = [...password].length > longestPassword
      const input = stored && !tooLong ? pepperedAs(password, stored) : undefined
      // A hash with an unknown pepper must fail, but in the same time.
      const usable = stored !== undefined && input !== undefined
      const against = usable ? stored.passwordHash : nobody
      const matches = await queue.run(() => verify(against, input ?? peppered('')))
      const isOld = stored?.pepperKeyId !== secrets.keyId
      const ok = usable && matches
      return { ok, rehash: ok && (isOld || isWeaker(against, cost)) }
    },
  }
}

function isWeaker(passwordHash: string, cost: Cost): boolean {
  const made = parseOptions(passwordHash)
  return (
    made.memoryCost < cost.memoryCost ||
    made.timeCost < cost.timeCost ||
    made.parallelism !== cost.parallelism
  )
}

/** Returns a valid hash at the current cost that no known password matches. */
function impossibleHash({ memoryCost, timeCost, parallelism }: Cost): string {
  const [salt, digest] = [randomBytes(16), randomBytes(32)].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  )
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`
}
