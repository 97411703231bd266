import type { Blocker } from '@stowage/contract/blockers'
import type { WorkspacePaths } from '../paths.ts'
import { kindOf } from './move-kinds.ts'

export type Mentioned = { name: string; href: string }

/** Returns links to the movements, documents and locations named in a refusal, each once. */
export function mentionedIn(blockers: readonly Blocker[], to: WorkspacePaths): Mentioned[] {
  const all = blockers.flatMap((one) => [
    ...movesOf(one).map(({ moveId, kind }) => ({
      name: `Movement ${moveId}${kind === undefined ? '' : `, ${kindOf(kind).toLowerCase()}`}`,
      href: to.ledger({ move: moveId }),
    })),
    ...documentOf(one, to),
    ...placeOf(one, to),
  ])
  const first = new Map(all.toReversed().map((one) => [one.href, one]))
  return all.filter((one) => first.get(one.href) === one)
}

function movesOf(one: Blocker): { moveId: string; kind?: string }[] {
  if ('moves' in one) return one.moves
  return 'moveId' in one ? [{ moveId: one.moveId }] : []
}

function documentOf(one: Blocker, to: WorkspacePaths): Mentioned[] {
  if (!('number' in one) || one.id === undefined || one.number === undefined) return []
  return [{ name: one.number, href: pages[one.type](to, one.id) }]
}

const pages: Record<
  'receipt' | 'adjustment' | 'order' | 'fulfillment' | 'manifest' | 'return',
  (to: WorkspacePaths, id: string) => string
> = {
  receipt: (to, id) => to.receipt(id),
  adjustment: (to, id) => to.adjustment(id),
  order: (to, id) => to.order(id),
  return: (to, id) => to.return(id),
  fulfillment: (to, id) => to.fulfillment(id),
  manifest: (to, id) => to.manifest(id),
}

function placeOf(one: Blocker, to: WorkspacePaths): Mentioned[] {
  if (!('locationId' in one) || one.locationId === undefined) return []
  const place = 'location' in one ? one.location : 'code' in one ? one.code : undefined
  if (place === undefined) return []
  return [{ name: `Stock in ${place}`, href: to.stock({ location: one.locationId }) }]
}
