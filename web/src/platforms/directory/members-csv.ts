import type { PlatformDetails } from '@stowage/contract/platforms/directory'

type People = Pick<PlatformDetails, 'owner' | 'members' | 'memberPermissions'>

/**
 * Everybody on the platform, the owner first, one line each. UTF-8 with the mark by which
 * spreadsheets know it, lines ended as RFC 4180 says.
 */
export function membersCsv({ owner, members, memberPermissions }: People): string {
  const permissionsOf = (id: string) =>
    memberPermissions.find(({ userId }) => userId === id)?.permissions ?? []
  const everybody = [...(owner ? [{ ...owner, role: 'owner', status: 'active' }] : []), ...members]
  const lines = everybody.map(({ id, email, firstName, lastName, status, role }) => [
    email,
    firstName,
    lastName,
    status,
    role,
    permissionsOf(id).join(', '),
  ])
  const head = ['Email', 'First name', 'Last name', 'Status', 'Role', 'Permissions']
  return `\uFEFF${[head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`
}

/** A spreadsheet must not take what people typed for a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
