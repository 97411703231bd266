import type { Status } from './rules.ts'

export type PlaceState = 'active' | 'archived'

/** Where a warehouse of this kind, or a zone of a site, can go from its state. */
export const stepsOf = (kind: 'site' | 'transit'): Record<PlaceState, readonly PlaceState[]> =>
  kind === 'site' ? { active: ['archived'], archived: ['active'] } : { active: [], archived: [] }

/** The places every warehouse begins with, by what they are for. */
export const startingPlaces = [
  { use: 'receive', code: 'RECV', kind: 'dock', zone: 'receive', pickable: true },
  { use: 'stage', code: 'STAGE', kind: 'stage', zone: 'stage', pickable: false },
  { use: 'quarantine', code: 'QUAR', kind: 'floor', zone: 'quarantine', pickable: false },
  { use: 'damaged', code: 'DMG', kind: 'floor', zone: 'damaged', pickable: false },
] as const

/** Purposes for which a warehouse has a default location. */
export type Purpose = (typeof startingPlaces)[number]['use']

type Candidate = {
  code: string
  status: Status
  pickable: boolean
  receivable: boolean
  zoneKind: string | null
}

/**
 * Why a location of the warehouse, undefined for none of that id, cannot serve it for this; undefined
 * where it can. Goods are put into each, and none but those received are picked where they wait. A zone
 * for one of the uses serves no other.
 */
export function unfit(use: Purpose, place: Candidate | undefined): string | undefined {
  if (!place) return 'This location doesn’t exist in the warehouse'
  const { code, status, pickable, receivable, zoneKind } = place
  if (status === 'archived') return `${code} is archived`
  if (!receivable) return `${code} can’t receive stock`
  if (use !== 'receive' && pickable) return `${code} is used for picking`
  const isElsewhere = startingPlaces.some(({ zone }) => zone === zoneKind && zone !== use)
  return isElsewhere ? `${code} is in a zone with another purpose` : undefined
}
