import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { permissionsOf } from '@stowage/contract/permissions'
import { changesOf, mayGrant, refusalOf } from './rules.ts'

const role = fc.constantFrom('owner', 'admin', 'auditor', 'viewer', '', 'Owner', 'оwner')

test('nobody grants the role of the owner, nor a right one lacks', () => {
  fc.assert(
    fc.property(role, role, (holder, granted) => {
      if (!mayGrant(holder, granted)) return
      expect(granted).not.toBe('owner')
      expect(permissionsOf(holder)).toEqual(expect.arrayContaining(permissionsOf(granted)))
    }),
  )
  expect(mayGrant('owner', 'admin')).toBe(true)
  expect(mayGrant('admin', 'admin')).toBe(true)
  expect(mayGrant('auditor', 'admin')).toBe(false)
  expect(mayGrant('admin', 'Owner')).toBe(true)
})

describe('what a wish changes', () => {
  const now = { role: 'picker', permissions: ['stock.read', 'stock.adjust'] }
  test.each([
    [{}, {}],
    [{ role: 'picker' }, {}],
    [{ permissions: ['stock.adjust', 'stock.read'] }, {}],
    [{ role: '' }, { role: { from: 'picker', to: '' } }],
    [{ permissions: [] }, { permissions: { from: now.permissions, to: [] } }],
    [
      { role: 'packer', permissions: ['pack'] },
      {
        role: { from: 'picker', to: 'packer' },
        permissions: { from: now.permissions, to: ['pack'] },
      },
    ],
  ])('%j', (wish, changes) => expect(changesOf(now, wish)).toEqual(changes))
})

describe('a change of rights', () => {
  const owner = { memberId: 'o', role: 'owner' }
  const admin = { memberId: 'a', role: 'admin' }
  const asTarget = ({ memberId, role }: typeof owner, permissions: string[] = []) => ({
    id: memberId,
    role,
    permissions,
  })
  const toRole = (from: string, to: string) => ({ role: { from, to } })
  const toPermissions = (from: string[], to: string[]) => ({ permissions: { from, to } })

  test('of the owner is refused, whoever asks', () => {
    for (const viewer of [owner, admin]) {
      expect(refusalOf(viewer, asTarget(owner), toRole('owner', 'admin'))).toBe('last_owner')
      expect(refusalOf(viewer, asTarget(owner), toPermissions([], ['x']))).toBe('role_not_allowed')
    }
  })

  test('never makes an owner', () => {
    const target = { id: 'm', role: 'picker', permissions: [] }
    expect(refusalOf(owner, target, toRole('picker', 'owner'))).toBe('role_not_allowed')
    expect(refusalOf(admin, target, toRole('picker', 'admin'))).toBeUndefined()
  })

  test('of oneself may only lower', () => {
    const me = asTarget(admin, ['x'])
    expect(refusalOf(admin, me, toPermissions(['x'], ['x', 'y']))).toBe('role_not_allowed')
    expect(refusalOf(admin, me, toPermissions(['x'], []))).toBeUndefined()
    expect(refusalOf(admin, me, toRole('admin', 'auditor'))).toBeUndefined()
    expect(refusalOf(admin, me, toRole('admin', 'owner'))).toBe('role_not_allowed')
  })
})
