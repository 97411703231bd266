import { fail } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import type { Tx } from '../../database/connect.ts'
import { findVariant, usesOf, variantOf, type Sight } from './queries.ts'
import type { Variant } from '@stowage/contract/warehouse/catalog'

/* What the commands of the catalog have in common. */

export type State = 'active' | 'archived'

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

export function requireVersion(before: { version: number }, version: number) {
  if (before.version !== version) fail('version_conflict', { currentVersion: before.version })
}

export function requireOther(type: string, from: string, to: State) {
  const allowed = [to === 'active' ? 'archived' : 'active']
  if (from === to) fail('invalid_transition', { blockers: [{ type, from, to, allowed }] })
}

export async function requireUnused(tx: Tx, platformId: string, ids: readonly string[]) {
  const uses = await usesOf(tx, platformId, ids)
  if (uses.length > 0) fail('in_use', { blockers: uses.map((use) => ({ type: 'stock', ...use })) })
}

export const notFound = (): never => fail('not_found')
