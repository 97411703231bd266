import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { Config } from './config.ts'
import type { Secrets } from './secrets.ts'
import { limitConcurrency } from './concurrency.ts'

/** What is kept of a password: an argon2id PHC string, and which pepper went into it. */
export type StoredPassword = { passwordHash: string; pepperKeyId: string }

type Cost = { memoryCost: number; timeCost: number; parallelism: number }

export type Hasher = {
  /** The only way a password is stored. Fails with `unavailable` when too many are waiting. */
  hash(password: string): Promise<StoredPassword>
  /**
   * Costs one hash whatever it is given: nothing stored, an empty or an over-long password are
   * only ever wrong, and as slowly as any other. `rehash` asks for a new hash of a right password
   * because the stored one is weaker than configured, or made with the previous secret.
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
 * As many as there are processors: two that share one drive each other's memory out of its cache, and
 * together finish a fifth fewer. Four at the most, which leaves threads for files and name look-ups.
 */
export const hashesAtOnce = Math.min(4, availableParallelism())

export function openHasher({ config, secrets }: { config: Config; secrets: Secrets }): Hasher {
  // The package's default is argon2id, version 19, 32 bytes out of a 16-byte salt.
  const cost = {
    memoryCost: config.argon2MemoryKib,
    timeCost: config.argon2Time,
    parallelism: config.argon2Parallelism,
  }
  const queue = limitConcurrency({ running: hashesAtOnce, waiting: 64, retryAfter: 2 })
  const nobody = impossibleHash(cost)
  // NFKC: one password typed on two keyboards is one sequence of code points.
  // As text, because the package's verify refuses bytes that are not UTF-8.
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
      // A hash made with a pepper we do not have can only fail, but has to fail as slowly.
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

/** A well-formed hash with today's cost that no password is known to have. */
function impossibleHash({ memoryCost, timeCost, parallelism }: Cost): string {
  const [salt, digest] = [randomBytes(16), randomBytes(32)].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  )
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`
}
