import { isGrant, permissionsOfMember } from './member-permissions.ts'

/**
 * Platform permissions by role of the operator's membership. Roles are compared exactly. Any other
 * role is allowed but grants nothing.
 */
export const platformPermissions = {
  'platform.read': ['owner', 'admin', 'auditor'],
  'members.read': ['owner', 'admin', 'auditor'],
  'audit.read': ['owner', 'admin', 'auditor'],
  'platform.update': ['owner', 'admin'],
  'members.write': ['owner', 'admin'],
  'roles.write': ['owner', 'admin'],
  'logo.write': ['owner', 'admin'],
  'sessions.end': ['owner', 'admin'],
  'platform.transfer': ['owner'],
  'platform.delete': ['owner'],
} as const satisfies Record<string, readonly PlatformRole[]>

export type PlatformRole = 'owner' | 'admin' | 'auditor'
export type PlatformPermission = keyof typeof platformPermissions

/** Returns whether a membership with this role has the permission. */
export function can(role: string, permission: PlatformPermission): boolean {
  // Every linked member may read the platform, whatever the role.
  if (permission === 'platform.read') return true
  return (platformPermissions[permission] as readonly string[]).includes(role)
}

/** Returns all platform permissions of a role. */
export function permissionsOf(role: string): PlatformPermission[] {
  return (Object.keys(platformPermissions) as PlatformPermission[]).filter((p) => can(role, p))
}

/**
 * Returns a member's effective permissions: those of the role for the platform, if the member is
 * linked to an operator account, and those of the role and of the member for the workspace. `inert`
 * lists permission words that grant nothing.
 */
export function effectiveRights({ role, permissions, isLinked }: MemberRights): {
  can: string[]
  inert: string[]
} {
  return {
    can: [...(isLinked ? permissionsOf(role) : []), ...permissionsOfMember(role, permissions)],
    inert: permissions.filter((word) => !isGrant(word)),
  }
}

type MemberRights = { role: string; permissions: readonly string[]; isLinked: boolean }
