import { expect, test } from 'vitest'
import { deriveSecrets } from './secrets.ts'

const [old, next] = ['the secret of last year, 32 bytes', 'the secret of this year, 32 bytes']
const before = deriveSecrets(old)
const both = deriveSecrets(next, old)
const after = deriveSecrets(next)

test('opens data of the previous secret and reseals only that', () => {
  const sealed = before.seal('totp-secret', 'words', 'ada')
  expect(both.open('totp-secret', sealed, 'ada').toString()).toBe('words')
  expect(() => after.open('totp-secret', sealed, 'ada')).toThrow()
  expect(() => both.open('totp-secret', sealed, 'bob')).toThrow()
  expect(() => both.open('outbox', sealed, 'ada')).toThrow()

  const renewed = both.reseal('totp-secret', sealed, 'ada')
  expect(renewed && after.open('totp-secret', renewed, 'ada').toString()).toBe('words')
  expect(both.reseal('totp-secret', both.seal('totp-secret', 'x', 'ada'), 'ada')).toBeUndefined()
  expect(() => after.reseal('totp-secret', sealed, 'ada')).toThrow()
})

test('accepts MACs of both secrets and creates them with the current one', () => {
  const [present, former] = [after.mac('backup-verify', 'x'), before.mac('backup-verify', 'x')]
  expect(both.mac('backup-verify', 'x')).toEqual(present)
  expect(both.macs('backup-verify', 'x')).toEqual([present, former])
  expect(after.macs('backup-verify', 'x')).toEqual([present])
  expect(both.macUnder(before.keyId, 'backup-verify', 'x')).toEqual(former)
  expect(both.macUnder(after.keyId, 'backup-verify', 'x')).toEqual(present)
  expect(after.macUnder(before.keyId, 'backup-verify', 'x')).toBeUndefined()
})
