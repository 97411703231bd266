import { permissionsOfMember, warehousePermissions } from '@stowage/contract/member-permissions'
import { expect, test } from 'vitest'
import { permissionsText } from './permissions-text.ts'

test.each(['owner', 'admin', ' admin ', 'Admin', 'picker', 'Consultant', ''])(
  'the role %j is said to have all permissions where it has',
  (role) => {
    const hasAll = permissionsOfMember(role, []).length === warehousePermissions.length
    expect(permissionsText({ role, permissions: [] })).toBe(hasAll ? 'All permissions' : '-')
  },
)

test('permissions given by name are listed', () => {
  const permissions = ['stock.read', 'order.read']
  expect(permissionsText({ role: 'picker', permissions })).toBe('stock.read, order.read')
})
