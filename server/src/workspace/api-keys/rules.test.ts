import { expect, test } from 'vitest'
import { exceeds, formatKey, isLive, isUseDue, parseKey, permissionsOfKey } from './rules.ts'

const key = { prefix: '0123456789ab', secret: 'x'.repeat(43) }

test('a key is read as it is written, and nothing else is one', () => {
  expect(parseKey(formatKey(key))).toEqual(key)
  expect(parseKey(`${formatKey(key)}x`)).toBeUndefined()
  expect(parseKey(formatKey({ ...key, prefix: 'ABCDEF012345' }))).toBeUndefined()
})

test('a stored permission that a key may not have today is left out', () => {
  expect(permissionsOfKey(['order.read', 'platform.member.manage', 'gone'])).toEqual(['order.read'])
})

const north = { holds: new Set(['order.read']), warehouses: ['north'] }
test.each([
  [north, { permissions: ['order.read'], warehouses: ['north'] }, undefined],
  [
    north,
    { permissions: ['order.ship'], warehouses: ['north'] },
    { path: 'permissions', permission: 'order.ship' },
  ],
  [north, { permissions: [], warehouses: ['north', 'south'] }, { path: 'warehouseIds' }],
  [north, { permissions: [], warehouses: null }, { path: 'warehouseIds' }],
  [{ ...north, warehouses: null }, { permissions: [], warehouses: null }, undefined],
])('within the reach of %j, the key %j exceeds %j', (holder, reach, found) => {
  expect(exceeds(holder, reach)).toEqual(found)
})

test('a key lives until it expires or is revoked, and its use is written once a minute', () => {
  const at = new Date('2026-01-01T12:00:00.000Z')
  const later = (ms: number) => new Date(at.getTime() + ms)
  expect(isLive({ expiresAt: null, revokedAt: null }, at)).toBe(true)
  expect(isLive({ expiresAt: later(1), revokedAt: null }, at)).toBe(true)
  expect(isLive({ expiresAt: at, revokedAt: null }, at)).toBe(false)
  expect(isLive({ expiresAt: null, revokedAt: later(-1) }, at)).toBe(false)
  expect([isUseDue(null, at), isUseDue(later(-59_999), at), isUseDue(later(-60_000), at)]).toEqual([
    true,
    false,
    true,
  ])
})
