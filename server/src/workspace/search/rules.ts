import { foldKey } from '@stowage/contract/folding'
import { cleanScan, withoutSign } from '@stowage/contract/scan-text'
import { scanCommands } from '@stowage/contract/workspace/search'
import type { Found, Gs1, ScanAction, ScanKind } from '@stowage/contract/workspace/search'
import type { WarehousePermission } from '@stowage/contract/member-permissions'
import type { ThingKind } from '@stowage/contract/scan-kinds'
import { decoded, readGs1, type ScannedFields } from './gs1-rules.ts'

/** Parsed scan: what to look for, before the database is queried. */
export type Question =
  | { kind: 'command'; command: string }
  /** Exactly this code, among these kinds of things; all of them when none is named. */
  | { kind: 'code'; code: string; among?: readonly ScanKind[] }
  | { kind: 'gs1'; code: string; fields: ScannedFields }
  | { kind: 'refused'; code: 'gs1_malformed' | 'barcode_check_digit' }

/** Signs that tell the kind of a code: a letter before it, or the page whose address contains it. */
export type Signs = {
  letters: Readonly<Record<string, readonly ThingKind[]>>
  pages: Readonly<Record<string, readonly ThingKind[]>>
}
type PublicAddress = { origin: string; slug: string; year: number }

/** Letters that nothing has yet: orders and waves. */
const reserved: Signs['letters'] = { O: [], W: [] }

/**
 * Parses a scanned code. `origin` and `slug` are those of this workspace: the address of one of its own
 * pages, as printed in a QR code, means what the page shows.
 */
export function readCode(
  scanned: string,
  { origin, slug, year }: PublicAddress,
  { letters, pages }: Signs,
): Question {
  const clean = cleanScan(scanned)
  const code = withoutSign(clean)
  const command = /^CMD:([A-Z]{1,20})$/.exec(code)?.[1]
  if (command !== undefined && (scanCommands as readonly string[]).includes(command))
    return { kind: 'command', command }
  const [, letter = '', rest = ''] = /^([A-Z]):(.+)$/.exec(code) ?? []
  const among = letters[letter] ?? reserved[letter]
  if (among) return { kind: 'code', code: rest, among }
  const page = pageOf(code, { origin, slug }, pages)
  if (page) return page
  const fields = readGs1(clean, year)
  if (fields === 'malformed') return { kind: 'refused', code: 'gs1_malformed' }
  if (fields === 'check_digit') return { kind: 'refused', code: 'barcode_check_digit' }
  return fields ? { kind: 'gs1', code, fields } : { kind: 'code', code }
}

function pageOf(
  code: string,
  { origin, slug }: Omit<PublicAddress, 'year'>,
  pages: Signs['pages'],
): Question | undefined {
  if (!code.startsWith(`${origin}/`) || !URL.canParse(code)) return undefined
  const [, owner, app, page = '', last] = new URL(code).pathname.split('/')
  const among = pages[page]
  if (owner !== slug || app !== 'app' || !among || last === undefined) return undefined
  return { kind: 'code', code: decoded(last), among }
}

export type Actions = readonly (readonly [ScanAction, WarehousePermission])[]

/** Actions for a command code, and for an unknown code. */
const others: Record<'command' | 'unknown', Actions> = {
  command: [['run', 'stock.read']],
  unknown: [['link', 'catalog.barcode.manage']],
}

/** Returns the actions that these rights allow. */
export const allowedOf = (actions: Actions, holds: ReadonlySet<WarehousePermission>) =>
  actions.flatMap(([action, right]) => (holds.has(right) ? [action] : []))

/** The answer to a code that says what to do. */
export const commandCode = (code: string, holds: ReadonlySet<WarehousePermission>): Found => ({
  ...unknownCode(code, holds),
  kind: 'command',
  actions: allowedOf(others.command, holds),
})

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
  actions: allowedOf(others.unknown, holds),
  ...(gs1 && { gs1 }),
})

/** Returns typed text with its folded key for a search; undefined for empty text. */
export function planSearch(typed: string): { typed: string; key: string } | undefined {
  const text = typed.trim()
  const key = foldKey(text)
  return key === '' ? undefined : { typed: text, key }
}
