import { describe, expect, test } from 'vitest'
import { advantageOf } from '../../test/timing.ts'
import { readConfig } from '../config.ts'
import { maxConcurrentHashes, openHasher } from './hashing.ts'
import { deriveSecrets } from './secrets.ts'

const secrets = deriveSecrets('a secret for tests only, 32 bytes long')
const hasherWith = (env: Record<string, string> = {}, pepper = secrets) =>
  openHasher({
    config: readConfig({ ARGON2_MEMORY_KIB: '64', ARGON2_TIME: '1', ...env }),
    secrets: pepper,
  })
const hasher = hasherWith()
const right = { ok: true, rehash: false }
const wrong = { ok: false, rehash: false }

describe('the password hasher', () => {
  test('accepts the right password and no other', async () => {
    const stored = await hasher.hash('correct horse battery')
    expect(stored.passwordHash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(await hasher.verify(stored, 'correct horse battery')).toEqual(right)
    expect(await hasher.verify(stored, 'Correct horse battery')).toEqual(wrong)
    expect(await hasher.verify(stored, '')).toEqual(wrong)
    expect(await hasher.verify(undefined, 'correct horse battery')).toEqual(wrong)
  })

  test('gives two hashes of one password different salts', async () => {
    const [a, b] = await Promise.all([hasher.hash('same words'), hasher.hash('same words')])
    expect(a.passwordHash).not.toBe(b.passwordHash)
  })

  test('treats composed and decomposed spellings of a password as equal', async () => {
    const stored = await hasher.hash('cafe\u0301 au lait')
    expect(await hasher.verify(stored, 'caf\u00e9 au lait')).toEqual(right)
    expect(await hasher.verify(await hasher.hash('１２３４５６７'), '1234567')).toEqual(right)
  })

  test('refuses overlong passwords', async () => {
    const long = '𝄞'.repeat(257)
    expect(await hasher.verify(await hasher.hash(long), long)).toEqual(wrong)
    const longest = '𝄞'.repeat(256)
    expect(await hasher.verify(await hasher.hash(longest), longest)).toEqual(right)
  })

  test('requests a new hash for one weaker than configured', async () => {
    const weak = await hasher.hash('correct horse battery')
    const strong = hasherWith({ ARGON2_TIME: '2' })
    expect(await strong.verify(weak, 'correct horse battery')).toEqual({ ok: true, rehash: true })
    expect(await strong.verify(weak, 'wrong')).toEqual(wrong)
    const stored = await strong.hash('correct horse battery')
    expect(await hasher.verify(stored, 'correct horse battery')).toEqual(right)
  })

  test('fails without the pepper', async () => {
    const stored = await hasher.hash('correct horse battery')
    const other = hasherWith({}, deriveSecrets('another secret for tests, 32 bytes..'))
    expect(await other.verify(stored, 'correct horse battery')).toEqual(wrong)
    const claimed = { ...stored, pepperKeyId: deriveSecrets('x').keyId }
    expect(await hasher.verify(claimed, 'correct horse battery')).toEqual(wrong)
  })

  test('accepts a password hashed with the previous secret and requests a new hash', async () => {
    const old = 'a secret for tests only, 32 bytes long'
    const stored = await hasher.hash('correct horse battery')
    const rotated = hasherWith({}, deriveSecrets('another secret for tests, 32 bytes..', old))
    expect(await rotated.verify(stored, 'correct horse battery')).toEqual({
      ok: true,
      rehash: true,
    })
    expect(await rotated.verify(stored, 'wrong')).toEqual(wrong)
    const renewed = await rotated.hash('correct horse battery')
    expect(await rotated.verify(renewed, 'correct horse battery')).toEqual(right)
    expect(await hasher.verify(renewed, 'correct horse battery')).toEqual(wrong)
  })

  test('runs one hash per processor, queues 64 and refuses more', async () => {
    const busy = hasherWith({ ARGON2_MEMORY_KIB: '8192' })
    const attempts = Array.from({ length: maxConcurrentHashes + 66 }, () =>
      busy.verify(undefined, 'x'),
    )
    expect(busy.load.running).toBe(maxConcurrentHashes)
    expect(busy.load.waiting).toBe(64)
    const settled = await Promise.allSettled(attempts)
    const refused = settled.filter((each) => each.status === 'rejected')
    expect(refused.map((each) => each.reason as unknown)).toEqual([
      expect.objectContaining({ code: 'unavailable', status: 503 }),
      expect.objectContaining({ code: 'unavailable', extra: { retryAfter: 2 } }),
    ])
    expect([busy.load.running, busy.load.waiting]).toEqual([0, 0])
  })

  test('takes the same time with and without a stored hash', async () => {
    const real = hasherWith({ ARGON2_MEMORY_KIB: '19456', ARGON2_TIME: '2' })
    const stored = await real.hash('correct horse battery')
    const hardToTell = 0.3
    const advantage = await advantageOf(
      hardToTell,
      () => real.verify(stored, 'wrong words'),
      () => real.verify(undefined, 'wrong words'),
    )
    expect(advantage).toBeLessThan(hardToTell)
  })
})
