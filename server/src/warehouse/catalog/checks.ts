import { isSameKey } from '@stowage/contract/folding'
import { fail, failField, notFound } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import type { Tx } from '../../database/connect.ts'
import { listUnfinishedWith } from '../stock/unfinished-queries.ts'
import { findVariant, usesOf, variantOf, type Sight } from './queries.ts'
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
export const sightOf = ({ holds }: Worker): Sight => ({
  prices: holds.has('catalog.price.read'),
  costs: holds.has('catalog.cost.read'),
})

export const byOf = ({ id, at }: Worker) => ({ at, by: id })
export const changedBy = ({ id, at }: Worker) => ({ updatedAt: at, updatedBy: id })

export async function getVariant(tx: Tx, actor: Worker, id: string): Promise<Variant> {
  const row = (await findVariant(tx, actor.platform.id, id)) ?? notFound()
  return variantOf(row, sightOf(actor))
}

export const targetOf = ({ id, sku }: { id: string; sku: string }) => ({
  target: { type: 'variant', id, name: sku },
})

export function requireOther(type: string, from: string, to: State) {
  const allowed = [to === 'active' ? 'archived' : 'active']
  if (from === to) fail('invalid_transition', { blockers: [{ type, from, to, allowed }] })
}

/** Fails with `in_use` while something of these variants is there, promised, or in an open document. */
export async function requireUnused(tx: Tx, actor: Worker, ids: readonly string[]) {
  const uses = await usesOf(tx, actor.platform.id, ids)
  const documents = await listUnfinishedWith(tx, actor, 'variantId', ids)
  const blockers = [...uses.map((use) => ({ type: 'stock', ...use })), ...documents]
  if (blockers.length > 0) fail('in_use', { blockers })
}
