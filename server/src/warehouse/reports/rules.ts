import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { longestPeriod } from '@stowage/contract/warehouse/reports'

const dayMs = 86_400_000
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Returns a sentence if a period can’t be reported; undefined if it can. */
export function whyNoPeriod(
  from: string,
  to: string,
  longest: number = longestPeriod,
): string | undefined {
  if (to < from) return 'The end date must not be before the start date'
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days > longest) return `Choose a period of up to ${longest} days`
  return undefined
}

/** Checks whether a day has not begun yet, anywhere on earth. */
export const isToCome = (on: string, at: Date): boolean => on > day(at.getTime() + 14 * 3_600_000)

type Flow = { kind: string; in: string; out: string }
type Counted = { qtyScale: number; opening: string; closing: string; flows: readonly Flow[] }

/**
 * Formats the opening, incoming, outgoing and closing quantities; `difference` is zero if the ledger agrees.
 */
export function figuresOf({ qtyScale, opening, closing, flows }: Counted) {
  const shown = (quanta: bigint) => fromQuanta(quanta, qtyScale)
  const sum = (way: 'in' | 'out') => flows.reduce((total, flow) => total + BigInt(flow[way]), 0n)
  const kinds = (way: 'in' | 'out') =>
    flows
      .filter((flow) => flow[way] !== '0')
      .map((flow) => ({ kind: flow.kind, qty: shown(BigInt(flow[way])) }))
  return {
    opening: shown(BigInt(opening)),
    in: kinds('in'),
    out: kinds('out'),
    totalIn: shown(sum('in')),
    totalOut: shown(sum('out')),
    closing: shown(BigInt(closing)),
    difference: shown(BigInt(closing) - BigInt(opening) - sum('in') + sum('out')),
  }
}

type Part = Counted & { unit: string }

/** Sums of items with several decimals made one for each unit, with the decimals of the finest. */
export function totalsOf(parts: readonly Part[]): Part[] {
  const units = [...new Set(parts.map(({ unit }) => unit))].toSorted()
  return units.map((unit) => {
    const own = parts.filter((part) => part.unit === unit)
    const qtyScale = Math.max(...own.map((part) => part.qtyScale))
    const total = (of: (part: Part) => readonly string[]) =>
      String(
        own.reduce((sum, part) => {
          const finer = 10n ** BigInt(qtyScale - part.qtyScale)
          return of(part).reduce((one, quanta) => one + BigInt(quanta) * finer, sum)
        }, 0n),
      )
    const kinds = [...new Set(own.flatMap(({ flows }) => flows.map(({ kind }) => kind)))]
    const by = (kind: string, way: 'in' | 'out') =>
      total(({ flows }) => flows.filter((flow) => flow.kind === kind).map((flow) => flow[way]))
    return {
      unit,
      qtyScale,
      opening: total(({ opening }) => [opening]),
      closing: total(({ closing }) => [closing]),
      flows: kinds.map((kind) => ({ kind, in: by(kind, 'in'), out: by(kind, 'out') })),
    }
  })
}
