import { mostGenerated, newLocation } from '@stowage/contract/warehouse/locations'

type Part = { text: string } | { values: string[] }

/**
 * The codes of a pattern in walking order, or why it is none. `{A..C}` and `{01..20}` count up, all
 * other text stays. The first range is the aisle and the second the bay: walked serpentine, every
 * other aisle is walked backwards, so nobody returns with empty hands.
 */
export function expandPattern(
  pattern: string,
  order: 'serpentine' | 'straight',
): { codes: string[] } | { problem: string } {
  const parts: Part[] = []
  for (const [, text = '', range] of pattern.matchAll(/([^{}]*)(?:\{([^{}]*)\})?/g)) {
    if (text) parts.push({ text })
    if (range === undefined) continue
    const values = valuesOf(range)
    if (values === 'too many')
      return { problem: `{${range}} alone makes more than ${mostGenerated} locations` }
    if (!values) return { problem: `{${range}} isn’t a range such as {A..C} or {01..20}` }
    parts.push({ values })
  }
  const plain = parts.map((part) => ('text' in part ? part.text : '')).join('')
  if (/[{}]/.test(pattern.replace(/\{[^{}]*\}/g, ''))) return { problem: 'A bracket isn’t closed' }
  if (!/^[\p{L}\p{N}\p{M}._/-]*$/u.test(plain))
    return { problem: 'Use only letters, digits and . _ / - between ranges' }
  const sizes = parts.map((part) => ('values' in part ? part.values.length : 1))
  const count = sizes.reduce((product, size) => product * size, 1)
  if (count > mostGenerated)
    return {
      problem: `This pattern makes ${count} locations. The limit is ${mostGenerated}.`,
    }
  const codes = walk(parts, order === 'serpentine')
  for (const code of codes) {
    const { error } = newLocation.shape.code.safeParse(code)
    if (error) return { problem: `${code}: ${error.issues[0]?.message}` }
  }
  return { codes }
}

function valuesOf(range: string): string[] | 'too many' | undefined {
  const letters = /^([A-Z])\.\.([A-Z])$/i.exec(range)
  if (letters) {
    const [from, to] = [letters[1] ?? '', letters[2] ?? ''].map((letter) => letter.charCodeAt(0))
    return from === undefined || to === undefined || to < from || to - from > 25
      ? undefined
      : Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i))
  }
  const [, first, last] = /^(\d{1,6})\.\.(\d{1,6})$/.exec(range) ?? []
  if (first === undefined || last === undefined) return undefined
  const [from, to] = [Number(first), Number(last)]
  if (to < from) return undefined
  if (to - from >= mostGenerated) return 'too many'
  // {01..20} keeps its zeros, so codes sort as people read them.
  return Array.from({ length: to - from + 1 }, (_, i) =>
    String(from + i).padStart(first.length, '0'),
  )
}

function walk(parts: readonly Part[], isSerpentine: boolean): string[] {
  let rangesSeen = 0
  let walked: { code: string; aisle: number }[] = [{ code: '', aisle: 0 }]
  for (const part of parts) {
    if ('text' in part) {
      walked = walked.map(({ code, aisle }) => ({ code: code + part.text, aisle }))
      continue
    }
    rangesSeen += 1
    const isAisle = rangesSeen === 1
    const turns = isSerpentine && rangesSeen === 2
    walked = walked.flatMap(({ code, aisle }) => {
      const values = turns && aisle % 2 === 1 ? part.values.toReversed() : part.values
      return values.map((value, i) => ({ code: code + value, aisle: isAisle ? i : aisle }))
    })
  }
  return walked.map(({ code }) => code)
}

export type Status = 'active' | 'blocked_in' | 'blocked_out' | 'blocked' | 'archived'

const blockedBy = { in: 'blocked_in', out: 'blocked_out', both: 'blocked' } as const

/** Checks whether stock may enter or leave a location with this status. */
export const isOpen = (status: string, direction: 'in' | 'out'): boolean =>
  status === 'active' || status === blockedBy[direction === 'in' ? 'out' : 'in']

/** The status after blocking one way, on top of what is blocked already; undefined when archived. */
export function statusAfterBlock(
  status: Status,
  direction: keyof typeof blockedBy,
): Status | undefined {
  if (status === 'archived') return undefined
  const next = blockedBy[direction]
  return status === 'active' || status === next ? next : 'blocked'
}

/** Status change of a location. */
export type Step = 'archive' | 'unblock' | { direction: keyof typeof blockedBy }

/** The status a step is meant to lead to. */
export function aimOf(step: Step): Status {
  if (step === 'archive') return 'archived'
  return step === 'unblock' ? 'active' : blockedBy[step.direction]
}

/** Allowed changes of a location, by its status. */
export const allowedFrom: Record<Status, readonly Status[]> = {
  active: ['blocked_in', 'blocked_out', 'blocked', 'archived'],
  blocked_in: ['active', 'blocked', 'archived'],
  blocked_out: ['active', 'blocked', 'archived'],
  blocked: ['active', 'archived'],
  archived: [],
}

export type PlaceState = 'active' | 'archived'

/** Returns the allowed changes of state of a warehouse of this kind, or of a zone of a site. */
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
 * Returns a sentence if a location can’t be used by its warehouse for this; undefined
 * if it can. No `place` is an unknown id. Stock is put into each, and none but those received are picked where they wait. A zone
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
