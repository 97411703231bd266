import { warehousePermissions } from '@stowage/contract/member-permissions'
import { expect, test } from 'vitest'
import { sayRights } from './rights.ts'

test.each([
  [{ status: 'invited', role: 'admin', can: [] }, 'They may do nothing until they accept.'],
  [
    { status: 'disabled', role: 'admin', can: [] },
    'They may do nothing until the platform is kept.',
  ],
  [{ status: 'active', role: 'picker', can: [] }, 'They may sign in to the workspace.'],
  [
    { status: 'active', role: 'auditor', can: ['platform.read', 'members.read', 'audit.read'] },
    'They may sign in to the workspace, see the platform, see its users, read its audit log.',
  ],
  [
    { status: 'active', role: 'auditor', can: [] },
    'They may sign in to the workspace. The dashboard needs a Stowage account: remove them and add them by e-mail.',
  ],
  [
    { status: 'active', role: '', can: ['stock.read', 'constructor'] },
    'They may sign in to the workspace, view stock.',
  ],
  [
    { status: 'active', role: 'admin', can: warehousePermissions },
    'They may sign in to the workspace, do all work in the warehouse. The dashboard needs a Stowage account: remove them and add them by e-mail.',
  ],
] as const)('%j', ({ can, ...member }, sentence) => {
  expect(sayRights({ ...member, can: [...can] })).toBe(sentence)
})
