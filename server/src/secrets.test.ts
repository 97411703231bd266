import { expect, test } from 'vitest'
import { deriveSecrets } from './secrets.ts'

const [old, next] = ['the secret of last year, 32 bytes', 'the secret of this year, 32 bytes']
const before = deriveSecrets(old)
const both = deriveSecrets(next, old)
const after = deriveSecrets(next)

test('what was sealed under the previous secret opens, and only there is sealed anew', () => {
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

test('MACs under both secrets count, and new ones are made under the present one', () => {
  const [present, former] = [after.mac('backup-verify', 'x'), before.mac('backup-verify', 'x')]
  expect(both.mac('backup-verify', 'x')).toEqual(present)
  expect(both.macs('backup-verify', 'x')).toEqual([present, former])
  expect(after.macs('backup-verify', 'x')).toEqual([present])
  expect(both.macUnder(before.keyId, 'backup-verify', 'x')).toEqual(former)
  expect(both.macUnder(after.keyId, 'backup-verify', 'x')).toEqual(present)
  expect(after.macUnder(before.keyId, 'backup-verify', 'x')).toBeUndefined()
})
