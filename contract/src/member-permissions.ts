import { merged, rights } from './nouns.ts'
import { everydayRoles } from './roles.ts'

/** Everything a member of a workspace can be allowed to do, as `area.object.action`, in words. */
export const warehouseRights = merged(rights.map(({ words }) => words))

export type WarehousePermission = keyof typeof warehouseRights
export const warehousePermissions = Object.keys(warehouseRights) as WarehousePermission[]

/** Permissions granted by each role; `*` grants everything, `area.*` everything in an area. */
export const roleGrants: Readonly<Record<string, readonly string[]>> = {
  owner: ['*'],
  admin: ['*'],
  ...Object.fromEntries(
    everydayRoles.map((role) => [
      role,
      rights.flatMap(({ roles }) =>
        Object.entries<readonly string[]>(roles).flatMap(([grant, those]) =>
          those.includes(role) ? [grant] : [],
        ),
      ),
    ]),
  ),
}

/** Roles a member can be given, beside those of the platform. */
export const warehouseRoles = ['admin', ...everydayRoles]

/**
 * The role a role string names, if any. People write `Warehouse manager`; `owner` and `admin` carry
 * every right and must be written exactly.
 */
function grantsOf(role: string): readonly string[] {
  const exact = role.trim()
  if (exact === 'owner' || exact === 'admin') return roleGrants[exact] ?? []
  const name = exact.replace(/[A-Z]/g, (c) => c.toLowerCase()).replace(/[ -]/g, '_')
  if (name === 'owner' || name === 'admin' || !Object.hasOwn(roleGrants, name)) return []
  return roleGrants[name] ?? []
}

const covers = (grant: string, permission: string) =>
  grant === '*' ||
  grant === permission ||
  (grant.endsWith('.*') && permission.startsWith(grant.slice(0, -1)))

/**
 * Returns the permissions of a member: those of the role and those granted by name. Unknown words have no
 * effect.
 */
export function permissionsOfMember(
  role: string,
  explicit: readonly string[],
): WarehousePermission[] {
  const grants = [...grantsOf(role), ...explicit]
  return warehousePermissions.filter((permission) =>
    grants.some((grant) => covers(grant, permission)),
  )
}

/** True for a word that allows something: a permission, or a pattern that covers some. */
export const isGrant = (word: string): boolean =>
  warehousePermissions.some((permission) => covers(word, permission))
