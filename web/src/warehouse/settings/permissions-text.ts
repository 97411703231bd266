import type { TenantUser } from '@stowage/contract/platforms/tenant-sessions'

/** The permissions of a member in words; an owner and an admin have every one by their role, without a list. */
export function permissionsText({
  role,
  permissions,
}: Pick<TenantUser, 'role' | 'permissions'>): string {
  const named = role.trim()
  if (named === 'owner' || named === 'admin') return 'All permissions'
  return permissions.join(', ') || '-'
}
