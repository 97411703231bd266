import { isSameKey } from '@stowage/contract/folding'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Tx } from '../../database/connect.ts'
import { listUnfinishedWith } from '../stock/unfinished-queries.ts'
import { findVariant, usesOf, variantOf, type PriceAccess } from './queries.ts'
import type { Variant } from '@stowage/contract/warehouse/catalog'

/* What the commands of the catalog have in common. */

export type State = 'active' | 'archived'

/** A pack is not called as what it is counted in; `at` is where the packs stand in the request. */
export function requireOtherName(
  base: string,
  units: readonly { code: string }[],
  at: (i: number) => string,
) {
  const message = `${base} is already the base unit`
  const i = units.findIndex(({ code }) => isSameKey(code, base))
  if (i >= 0) failField(at(i), message)
}

/** What this member may see of an item. */
export const priceAccessOf = ({ holds }: WorkspaceMember): PriceAccess => ({
  prices: holds.has('catalog.price.read'),
  costs: holds.has('catalog.cost.read'),
})

export const byOf = ({ id, at }: WorkspaceMember) => ({ at, by: id })
export const changedBy = ({ id, at }: WorkspaceMember) => ({ updatedAt: at, updatedBy: id })

export async function getVariant(tx: Tx, actor: WorkspaceMember, id: string): Promise<Variant> {
  const row = (await findVariant(tx, actor.platform.id, id)) ?? notFound()
  return variantOf(row, priceAccessOf(actor))
}

export const targetOf = ({ id, sku }: { id: string; sku: string }) => ({
  target: { type: 'variant', id, name: sku },
})

export function requireOther(type: string, from: string, to: State) {
  const allowed = [to === 'active' ? 'archived' : 'active']
  if (from === to) fail('invalid_transition', { blockers: [{ type, from, to, allowed }] })
}

/** Fails with `in_use` while something of these variants is there, promised, or in an open document. */
export async function requireUnused(tx: Tx, actor: WorkspaceMember, ids: readonly string[]) {
  const uses = await usesOf(tx, actor.platform.id, ids)
  const documents = await listUnfinishedWith(tx, actor, 'variantId', ids)
  const blockers = [...uses.map((use) => ({ type: 'stock', ...use })), ...documents]
  if (blockers.length > 0) fail('in_use', { blockers })
}
