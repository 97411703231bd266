import type { DemoCounts } from '@stowage/contract/demo'
import { expandPattern } from '../warehouse/locations/rules.ts'

/** One example workspace, small enough to be told in a few numbers; all else follows from them. */
export type DemoCompany = {
  seed: number
  platform: number
  skus: number
  warehouses: readonly Site[]
  /** How often goods came in. */
  deliveries: number
  /** Over how many days before today. */
  days: number
  /** Moves to another bin today, and buckets put on hold. */
  relocations: number
  holds: number
  /** Orders of customers, and over how many days before today. */
  orders: number
  orderDays: number
  /** Number of newest orders that are processed further. `waiting`: how many of them stop at each step. */
  fulfilled: number
  waiting: {
    to_release: number
    to_pick: number
    to_pack: number
    to_ship: number
    to_collect: number
  }
  /** Maximum lines of one document. */
  linesPerDocument: number
}

type Site = {
  code: string
  name: string
  /** Patterns of its bins, in walking order. */
  patterns: readonly string[]
  /** Percentage of deliveries received here. */
  share: number
  /** Number of parts its items fall into; parts never share a document, so each is created alone. */
  lanes: number
}

/** Demo companies created by `POST /demo`. */
export const worlds: Record<'small' | 'large', DemoCompany> = {
  small: {
    seed: 1,
    platform: 0,
    skus: 60,
    deliveries: 500,
    days: 30,
    relocations: 50,
    holds: 6,
    orders: 200,
    orderDays: 7,
    fulfilled: 200,
    waiting: { to_release: 20, to_pick: 16, to_pack: 5, to_ship: 5, to_collect: 8 },
    linesPerDocument: 40,
    warehouses: [
      {
        code: 'MAIN',
        name: 'Main warehouse',
        patterns: ['{A..B}-{01..07}-{1..4}'],
        share: 100,
        lanes: 1,
      },
    ],
  },
  large: {
    seed: 1,
    platform: 0,
    skus: 10_000,
    deliveries: 44_400,
    days: 90,
    relocations: 6_000,
    holds: 300,
    orders: 12_000,
    orderDays: 365,
    fulfilled: 350,
    waiting: { to_release: 40, to_pick: 40, to_pack: 12, to_ship: 12, to_collect: 12 },
    linesPerDocument: 500,
    warehouses: [
      {
        code: 'MAIN',
        name: 'Main warehouse',
        share: 65,
        lanes: 2,
        patterns: ['{A..D}-{01..37}-{1..4}', 'BULK-{1..4}'],
      },
      {
        code: 'EAST',
        name: 'East warehouse',
        share: 35,
        lanes: 1,
        patterns: ['{E..H}-{01..37}-{1..4}', 'BULK-{1..4}'],
      },
    ],
  },
}

/** Many orders are entered side by side; few one after the other, so the same ones wait each time. */
export const sideBySide = ({ orders }: DemoCompany) => (orders > 1_000 ? 4 : 1)

/** The bins of a site in walking order. */
export function binsOf({ patterns }: Site): string[] {
  return patterns.flatMap((pattern) => {
    const expanded = expandPattern(pattern, 'serpentine')
    if ('problem' in expanded) throw new Error(expanded.problem)
    return expanded.codes
  })
}

/** Places each warehouse has beside its bins: to receive, stage, quarantine and keep damaged goods. */
export const startingPlacesPerSite = 4

/** Row counts of each size; a test recounts them. */
export const counts: Record<'small' | 'large', DemoCounts> = {
  small: {
    warehouses: 1,
    locations: 60,
    skus: 60,
    receipts: 33,
    moves: 4,
    adjustments: 28,
    movements: 1_460,
    orders: 200,
  },
  large: {
    warehouses: 2,
    locations: 1_200,
    skus: 10_000,
    receipts: 294,
    moves: 19,
    adjustments: 271,
    movements: 99_831,
    orders: 12_000,
  },
}
