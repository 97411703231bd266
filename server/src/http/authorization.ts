import type { ConditionalRight } from '@stowage/contract/route'
import type { WarehousePermission } from '@stowage/contract/member-permissions'
import { record } from '../audit.ts'
import type { Context } from '../context.ts'
import { inTransaction, type Scope } from '../database/transactions.ts'
import { fail } from '../errors.ts'
import type { Actor, ApiKey, PlatformOperator, TenantMember, WorkspaceMember } from './actor.ts'

/** Returns the row-level security scope of this actor. */
export const scopeOf = (actor: Actor): Scope => ({
  ...(actor.type === 'operator' && { accountId: actor.id }),
  ...(actor.platform && { platformId: actor.platform.id }),
})

type Conditional<C extends WarehousePermission> = {
  readonly conditionalRights: readonly ConditionalRight<C>[]
}

/**
 * Fails with `permission_denied` and an audit entry if the input needs a permission the member
 * lacks. `needed` says for each conditional permission of the route whether this input needs it. A
 * missing or undeclared permission does not compile.
 */
export async function requireConditionalRights<C extends WarehousePermission>(
  call: Context & { readonly actor: WorkspaceMember },
  { conditionalRights }: Conditional<C>,
  needed: Record<NoInfer<C>, boolean>,
): Promise<void> {
  const missing = conditionalRights.find(
    ({ permission }) => needed[permission] && !call.actor.holds.has(permission),
  )
  if (missing) await deny(call, call.actor, missing.permission)
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
