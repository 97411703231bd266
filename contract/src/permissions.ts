import { isGrant, permissionsOfMember } from './member-permissions.ts'

/**
 * What an operator may do on a platform, by the role of the operator's membership. Only these
 * role strings carry rights, compared exactly; any other role is kept and carries none.
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

/** True when a membership with this role string holds the permission. */
export function can(role: string, permission: PlatformPermission): boolean {
  // Every linked member may look at the platform, whatever the role says.
  if (permission === 'platform.read') return true
  return (platformPermissions[permission] as readonly string[]).includes(role)
}

/** Everything a membership with this role may do. */
export function permissionsOf(role: string): PlatformPermission[] {
  return (Object.keys(platformPermissions) as PlatformPermission[]).filter((p) => can(role, p))
}

/**
 * What a member may really do: on the platform by the role, if an operator's account is behind the
 * member, and in the workspace by role or by name. `inert` are the words that allow nothing.
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
