import { expect, test } from 'vitest'
import {
  isGrant,
  permissionsOfMember,
  roleGrants,
  warehousePermissions,
} from './member-permissions.ts'

/** Permissions that only owners and admins have by default. */
const byName: readonly string[] = [
  'platform.settings.update',
  'platform.member.update',
  'platform.api_key.read',
  'platform.api_key.manage',
  'platform.export.run',
]

const everyday = Object.keys(roleGrants).filter((role) => role !== 'owner' && role !== 'admin')

test('each right is in a role or given by name', () => {
  const inRoles = new Set(everyday.flatMap((role) => permissionsOfMember(role, [])))
  expect(warehousePermissions.filter((right) => !inRoles.has(right))).toEqual(byName)
})

test('each grant of a role covers a right', () => {
  expect(
    Object.values(roleGrants)
      .flat()
      .filter((grant) => !isGrant(grant)),
  ).toEqual([])
})
