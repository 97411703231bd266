import { permissionsOf } from '@stowage/contract/permissions'
import { directory } from '@stowage/contract/platforms/directory'
import { members } from '@stowage/contract/platforms/members'
import { expect, test } from 'vitest'
import { mayUse, whyNot, whyUnseen } from './viewer.ts'

const viewer = (role: string) => ({ can: permissionsOf(role) })

test('says which roles can do it', () => {
  expect(whyNot(viewer('admin'), directory.remove, 'delete the platform')).toBe(
    'Only the owner can delete the platform.',
  )
  expect(whyNot(viewer('auditor'), members.remove, 'remove users')).toBe(
    'Only the owner and admins can remove users.',
  )
  expect(whyUnseen(viewer('picker'), 'members.read', 'see who the users are')).toBe(
    'Only the owner, admins and auditors can see who the users are.',
  )
})

test('says nothing to whoever can', () => {
  expect(whyNot(viewer('owner'), directory.remove, 'delete the platform')).toBeUndefined()
  expect(whyNot(viewer('admin'), members.remove, 'remove users')).toBeUndefined()
  expect(whyUnseen(viewer('auditor'), 'members.read', 'see the users')).toBeUndefined()
  expect(mayUse(viewer('admin'), directory.update)).toBe(true)
  expect(mayUse(viewer('auditor'), directory.update)).toBe(false)
})
