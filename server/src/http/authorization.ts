import type { ConditionalRight } from '@stowage/contract/route'
import { permissionsOfMember, type WarehousePermission } from '@stowage/contract/member-permissions'
import { record } from '../audit.ts'
import type { Context } from '../context.ts'
import { inTransaction, type TransactionScope } from '../database/transactions.ts'
import { fail } from '../errors.ts'
import type { Actor, ApiKey, PlatformOperator, TenantMember } from './actor.ts'

/** Returns the row-level security scope of this actor. */
export const scopeOf = (actor: Actor): TransactionScope => ({
  ...(actor.type === 'operator' && { accountId: actor.id }),
  ...(actor.platform && { platformId: actor.platform.id }),
})

/** The warehouse permissions of a member or an API key. */
export const rightsOf = (caller: TenantMember | ApiKey): ReadonlySet<WarehousePermission> =>
  new Set(
    caller.type === 'api_key'
      ? caller.permissions
      : permissionsOfMember(caller.role, caller.permissions),
  )

/** Fails with `permission_denied` and an audit entry for a conditional right that is needed and missing. */
export async function requireRights(
  context: Context,
  actor: TenantMember | ApiKey,
  conditionalRights: readonly ConditionalRight<WarehousePermission>[],
  needed: Partial<Record<WarehousePermission, boolean>>,
): Promise<void> {
  const holds = rightsOf(actor)
  const missing = conditionalRights.find(
    ({ permission }) => needed[permission] && !holds.has(permission),
  )
  if (missing) await deny(context, actor, missing.permission)
}

/** Records the denial in its own transaction and fails with `permission_denied`. */
export async function deny(
  context: Context,
  actor: PlatformOperator | TenantMember | ApiKey,
  permission: string,
): Promise<never> {
  await inTransaction(context.db, scopeOf(actor), (tx) =>
    record(tx, actor, 'ACCESS_DENIED', { outcome: 'denied', metadata: { permission } }),
  )
  fail('permission_denied', { details: [{ path: 'permission', message: permission }] })
}
