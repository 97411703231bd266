import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effectiveRights, permissionsOf } from '@stowage/contract/permissions'
import { warehousePermissions } from '@stowage/contract/member-permissions'
import { changesOf, listedOf, mayGrant, refusalOf } from './rules.ts'

const role = fc.constantFrom('owner', 'admin', 'auditor', 'viewer', '', 'Owner', 'оwner')

test('refuses to grant owner or a permission the actor lacks', () => {
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

describe('what an update changes', () => {
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

describe('changing rights', () => {
  const owner = { memberId: 'o', role: 'owner' }
  const admin = { memberId: 'a', role: 'admin' }
  const asTarget = ({ memberId, role }: typeof owner, permissions: string[] = []) => ({
    id: memberId,
    role,
    permissions,
  })
  const toRole = (from: string, to: string) => ({ role: { from, to } })
  const toPermissions = (from: string[], to: string[]) => ({ permissions: { from, to } })

  test('is refused for the owner', () => {
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

  test('of oneself may only lower them', () => {
    const me = asTarget(admin, ['x'])
    expect(refusalOf(admin, me, toPermissions(['x'], ['x', 'y']))).toBe('role_not_allowed')
    expect(refusalOf(admin, me, toPermissions(['x'], []))).toBeUndefined()
    expect(refusalOf(admin, me, toRole('admin', 'auditor'))).toBeUndefined()
    expect(refusalOf(admin, me, toRole('admin', 'owner'))).toBe('role_not_allowed')
  })
})

describe('effective permissions', () => {
  const looking = [
    'catalog.product.read',
    'location.read',
    'stock.read',
    'order.read',
    'return.read',
    'wave.read',
    'carrier.read',
    'box.read',
    'report.operational.read',
  ]
  test.each([
    ['auditor', true, [], ['platform.read', 'members.read', 'audit.read'], []],
    ['auditor', false, [], [], []],
    ['viewer', false, [], looking, []],
    ['Inventory Auditor', true, ['stock.read'], ['platform.read', 'stock.read'], []],
    ['', false, ['print.*', 'Stock.read'], ['print.use', 'print.manage'], ['Stock.read']],
    ['Admin', false, ['audit.read'], [], ['audit.read']],
    ['', false, ['__proto__', 'constructor'], [], ['__proto__', 'constructor']],
  ])('as %j, linked %s, with %j', (role, isLinked, permissions, can, inert) => {
    const rights = effectiveRights({ role, permissions, isLinked })
    expect(rights.can.toSorted()).toEqual(can.toSorted())
    expect(rights.inert).toEqual(inert)
  })

  test('include everything for an admin', () => {
    const { can } = effectiveRights({ role: 'admin', permissions: [], isLinked: false })
    expect(can).toEqual(warehousePermissions)
  })

  const at = new Date('2030-01-08T00:00:00Z')
  const invited = {
    id: 'm',
    email: 'm@example.com',
    firstName: '',
    lastName: '',
    role: 'auditor',
    permissions: ['stock'],
    accountId: null,
    status: 'invited' as const,
    invitedUntil: at,
  }

  test('are empty until the invitation is accepted', () => {
    const { can, inert, invitation } = listedOf(invited, new Date(at.getTime() - 1))
    expect({ can, inert }).toEqual({ can: [], inert: ['stock'] })
    expect(invitation).toEqual({ expiresAt: '2030-01-08T00:00:00.000Z', isExpired: false })
    expect(listedOf(invited, at).invitation?.isExpired).toBe(true)
  })

  test('do not reveal the linked account', () => {
    const joined = { ...invited, status: 'active' as const, accountId: 'a', invitedUntil: null }
    const listed = listedOf(joined, at)
    expect(listed).not.toHaveProperty('accountId')
    expect(listed).toMatchObject({
      invitation: null,
      can: ['platform.read', 'members.read', 'audit.read'],
    })
  })
})
