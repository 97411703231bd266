import { effectiveRights, permissionsOf } from '@stowage/contract/permissions'
import type { ListedMember, Member } from '@stowage/contract/platforms/members'

type Viewer = { memberId: string; role: string }
type Rights = { role: string; permissions: readonly string[] }
type Wish = { role?: string | undefined; permissions?: readonly string[] | undefined }
type Changes = {
  role?: { from: string; to: string }
  permissions?: { from: readonly string[]; to: readonly string[] }
}

/**
 * Returns whether `role` has no permission that `holder` lacks. `owner` is never granted this way.
 */
export function mayGrant(holder: string, role: string): boolean {
  const own = permissionsOf(holder)
  return role !== 'owner' && permissionsOf(role).every((permission) => own.includes(permission))
}

/**
 * Returns what an update changes. Permissions are compared as a set, and an omitted field stays
 * unchanged.
 */
export function changesOf(now: Rights, { role, permissions }: Wish): Changes {
  return {
    ...(role !== undefined && role !== now.role && { role: { from: now.role, to: role } }),
    ...(permissions !== undefined &&
      !sameSet(permissions, now.permissions) && {
        permissions: { from: now.permissions, to: permissions },
      }),
  }
}

/**
 * Returns why changes are refused: the owner cannot be edited, and members cannot raise their own
 * rights.
 */
export function refusalOf(
  viewer: Viewer,
  target: Rights & { id: string },
  { role, permissions }: Changes,
): 'last_owner' | 'role_not_allowed' | undefined {
  if (target.role === 'owner') {
    if (role) return 'last_owner'
    return permissions && 'role_not_allowed'
  }
  if (role && !mayGrant(viewer.role, role.to)) return 'role_not_allowed'
  if (viewer.memberId !== target.id) return undefined
  const raised = permissions?.to.some((permission) => !permissions.from.includes(permission))
  return raised || (role && !mayGrant(target.role, role.to)) ? 'role_not_allowed' : undefined
}

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text) => b.includes(text))

type Row = Member & { accountId: string | null; invitedUntil: Date | null }

/**
 * Returns a member for lists, with effective permissions and the state of its invitation at `at`.
 */
export function listedOf({ accountId, invitedUntil, ...member }: Row, at: Date): ListedMember {
  const { can, inert } = effectiveRights({ ...member, isLinked: accountId !== null })
  const isExpired = invitedUntil !== null && invitedUntil <= at
  return {
    ...member,
    can: member.status === 'active' ? can : [],
    inert,
    invitation: invitedUntil && { expiresAt: invitedUntil.toISOString(), isExpired },
  }
}

const parts = ['firstName', 'lastName'] as const

type Name = Record<(typeof parts)[number], string>

/** Returns the updated name and its changed parts. */
export function changeName(
  before: Name,
  change: { [P in keyof Name]?: string | undefined },
): { name: Name; changed: string[] } {
  const name = {
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
  }
  return { name, changed: parts.filter((part) => name[part] !== before[part]) }
}
