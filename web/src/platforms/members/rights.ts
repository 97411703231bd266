import { platformPermissions, type PlatformPermission } from '@stowage/contract/permissions'
import { directory } from '@stowage/contract/platforms/directory'
import type { ListedMember } from '@stowage/contract/platforms/members'
import { warehouseRights } from '@stowage/contract/member-permissions'
import { mayUse } from './viewer.ts'

const onPlatform: Record<PlatformPermission, string> = {
  'platform.read': 'see the platform',
  'members.read': 'see its users',
  'audit.read': 'read its audit log',
  'platform.update': 'change its name and path',
  'members.write': 'add and remove users',
  'roles.write': 'change roles and permissions',
  'logo.write': 'change its logo',
  'sessions.end': 'sign users out',
  'platform.transfer': 'hand it over',
  'platform.delete': 'delete it',
}

const inWarehouse = new Map<string, string>(Object.entries(warehouseRights))

const isOnPlatform = (right: string): right is PlatformPermission =>
  Object.hasOwn(onPlatform, right)

const carriesRights = (role: string) =>
  Object.values(platformPermissions).some((roles: readonly string[]) => roles.includes(role))

type Shown = Pick<ListedMember, 'status' | 'role' | 'can'>

/** Describes what a member may actually do, in one or two sentences. */
export function sayRights({ status, role, can }: Shown): string {
  if (status === 'invited') return 'They may do nothing until they accept.'
  if (status === 'disabled') return 'They may do nothing until the platform is kept.'
  const work = can.flatMap((right) => inWarehouse.get(right) ?? [])
  const list = [
    'sign in to the workspace',
    ...can.flatMap((right) => (isOnPlatform(right) ? onPlatform[right] : [])),
    ...(work.length === inWarehouse.size ? ['do all work in the warehouse'] : work),
  ].join(', ')
  const isIdle = carriesRights(role) && !mayUse({ can }, directory.details)
  const advice = ' The dashboard needs a Stowage account: remove them and add them by e-mail.'
  return `They may ${list}.${isIdle ? advice : ''}`
}
