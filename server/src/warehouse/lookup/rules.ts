import { foldKey } from '@stowage/contract/folding'
import { scanCommands } from '@stowage/contract/warehouse/lookup'
import type { Found, Gs1, ScanAction, ScanKind } from '@stowage/contract/warehouse/lookup'
import type { WarehousePermission } from '@stowage/contract/member-permissions'
import { searchTerms } from '../catalog/rules.ts'
import { readGs1 } from './gs1-rules.ts'

/** What to look for, before anything is asked of the database. */
export type Question =
  | { kind: 'command'; command: string }
  /** Exactly this code, among these kinds of things; all of them when none is named. */
  | { kind: 'code'; code: string; among?: readonly ScanKind[] }
  | { kind: 'gs1'; code: string; gs1: Gs1 }
  | { kind: 'refused'; code: 'gs1_malformed' | 'barcode_check_digit' }

/** Letters in front of a code that say what it is; our own labels carry them. */
const prefixes: Readonly<Record<string, readonly ScanKind[]>> = {
  L: ['location'],
  T: ['container'],
  U: ['member'],
  // Orders and waves: nothing has such a code yet.
  O: [],
  W: [],
}

/**
 * What a scanned code asks for. `origin` and `slug` are those of this workspace: the address of one of
 * its own pages, as a printed square holds it, stands for what the page shows.
 */
export function readCode(
  scanned: string,
  { origin, slug, year }: { origin: string; slug: string; year: number },
): Question {
  const code = scanned.trim()
  const command = /^CMD:([A-Z]{1,20})$/.exec(code)?.[1]
  if (command !== undefined && (scanCommands as readonly string[]).includes(command))
    return { kind: 'command', command }
  const [, letter = '', rest = ''] = /^([A-Z]):(.+)$/.exec(code) ?? []
  const among = prefixes[letter]
  if (among) return { kind: 'code', code: rest, among }
  const page = pageOf(code, origin, slug)
  if (page) return page
  const gs1 = readGs1(code, year)
  if (gs1 === 'malformed') return { kind: 'refused', code: 'gs1_malformed' }
  if (gs1 === 'check_digit') return { kind: 'refused', code: 'barcode_check_digit' }
  return gs1 ? { kind: 'gs1', code, gs1 } : { kind: 'code', code }
}

const pages: Readonly<Record<string, readonly ScanKind[]>> = {
  catalog: ['variant'],
  places: ['location'],
  receiving: ['receipt'],
}

function pageOf(code: string, origin: string, slug: string): Question | undefined {
  if (!code.startsWith(`${origin}/`) || !URL.canParse(code)) return undefined
  const [, owner, app, page = '', last] = new URL(code).pathname.split('/')
  const among = pages[page]
  if (owner !== slug || app !== 'app' || !among || last === undefined) return undefined
  return { kind: 'code', code: decoded(last), among }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const rights: Readonly<Record<ScanKind, readonly [ScanAction, WarehousePermission][]>> = {
  variant: [
    ['open', 'catalog.product.read'],
    ['receive', 'receipt.create'],
    ['move', 'stock.move'],
    ['adjust', 'stock.adjust.create'],
  ],
  location: [
    ['open', 'location.read'],
    ['move', 'stock.move'],
    ['adjust', 'stock.adjust.create'],
  ],
  lot: [
    ['open', 'stock.read'],
    ['move', 'stock.move'],
    ['adjust', 'stock.adjust.create'],
  ],
  serial: [
    ['open', 'stock.read'],
    ['move', 'stock.move'],
    ['adjust', 'stock.adjust.create'],
  ],
  container: [['open', 'stock.read']],
  receipt: [['open', 'stock.read']],
  adjustment: [['open', 'stock.read']],
  member: [['open', 'platform.member.read']],
  command: [['run', 'stock.read']],
  unknown: [['link', 'catalog.barcode.manage']],
}

/** What may be done with such a thing by somebody with these rights. */
export const actionsFor = (kind: ScanKind, holds: ReadonlySet<WarehousePermission>): ScanAction[] =>
  rights[kind].filter(([, right]) => holds.has(right)).map(([action]) => action)

/** The answer to a code that nothing has. */
export const unknownCode = (
  code: string,
  holds: ReadonlySet<WarehousePermission>,
  gs1?: Gs1,
): Found => ({
  kind: 'unknown',
  id: null,
  label: code,
  name: '',
  variantId: null,
  sku: null,
  warehouseId: null,
  warehouse: null,
  actions: actionsFor('unknown', holds),
  ...(gs1 && { gs1 }),
})

export type SearchPlan = {
  /** As it was typed, without the spaces around it. */
  typed: string
  /** The key of the same. */
  key: string
  /** Words to find in names; undefined where codes alone are looked for. */
  terms: string | undefined
}

/** Words this short or made of digits alone begin too many others to be looked for in names. */
const shortest = 2

/** How to look for what somebody types; undefined for nothing at all. */
export function planSearch(typed: string): SearchPlan | undefined {
  const text = typed.trim()
  const key = foldKey(text)
  if (key === '') return undefined
  const isNumber = /^\d+$/.test(key)
  const terms = isNumber || key.length < shortest ? undefined : searchTerms(key)
  return { typed: text, key, terms }
}
