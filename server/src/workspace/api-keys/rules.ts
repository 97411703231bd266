import { keyPermissions } from '@stowage/contract/workspace/api-keys'
import type { WarehousePermission } from '@stowage/contract/member-permissions'

/** The parts of `stw_<prefix>_<secret>`. */
export type ParsedKey = { prefix: string; secret: string }

/** Returns the parts of a bearer token, or undefined if it does not have the form of a key. */
export function parseKey(token: string): ParsedKey | undefined {
  const [, prefix, secret] = /^stw_([0-9a-f]{12})_([\w-]{43})$/.exec(token) ?? []
  return prefix && secret ? { prefix, secret } : undefined
}

export const formatKey = ({ prefix, secret }: ParsedKey) => `stw_${prefix}_${secret}`

/** The stored permissions that a key may have today. */
export const permissionsOfKey = (stored: readonly string[]): WarehousePermission[] =>
  keyPermissions.filter((permission) => stored.includes(permission))

type Reach = { permissions: readonly string[]; warehouses: readonly string[] | null }
type Holder = { holds: ReadonlySet<string>; warehouses: readonly string[] | null }

/** Returns the first thing within a key's reach that is not within that of the holder. */
export function exceeds({ holds, warehouses }: Holder, key: Reach) {
  const permission = key.permissions.find((each) => !holds.has(each))
  if (permission !== undefined) return { path: 'permissions', permission } as const
  if (warehouses === null) return undefined
  const isWithin = key.warehouses?.every((id) => warehouses.includes(id)) ?? false
  return isWithin ? undefined : ({ path: 'warehouseIds' } as const)
}

type Period = { expiresAt: Date | null; revokedAt: Date | null }

/** Returns whether the key is neither revoked nor expired at `at`. */
export const isLive = ({ expiresAt, revokedAt }: Period, at: Date) =>
  revokedAt === null && (expiresAt === null || expiresAt > at)

/** Milliseconds in which a further use is not written. */
const usePause = 60_000

export const isUseDue = (lastUsedAt: Date | null, at: Date) =>
  lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= usePause
