import { warehouseRoles } from '@stowage/contract/member-permissions'

/** The two roles that carry rights on the platform, and those that the workspace knows. */
const known = [...new Set(['admin', 'auditor', ...warehouseRoles])]

const isOfWorkspace = (word: string) =>
  warehouseRoles.some((role) => role.toLowerCase() === word.toLowerCase())

/** Below a field for a role: what the word in it means. */
export function roleHint(role: string): string {
  const word = role.trim()
  if (word === 'admin') return 'manages the platform and its users'
  if (word === 'auditor') return 'reads users and the audit log'
  return isOfWorkspace(word) ? 'works in the workspace only' : 'no platform rights'
}

/** For the `list` of a field that takes a role. */
export const rolesId = 'known-roles'

/** The known roles as suggestions, once in the page. */
export function RoleOptions() {
  return (
    <datalist id={rolesId}>
      {known.map((role) => (
        <option key={role} value={role} />
      ))}
    </datalist>
  )
}
