import { isSameKey } from '@stowage/contract/folding'
import type { Input } from '@stowage/contract/route'
import type { Found, lookup, SearchHit } from '@stowage/contract/warehouse/lookup'
import type { Db } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import {
  enough,
  findByCode,
  findByPrefix,
  findByWords,
  findLotAndSerial,
  type FoundRow,
} from './queries.ts'
import { actionsFor, planSearch, readCode, unknownCode, type Question } from './rules.ts'

export const lookupHandlers: Handlers<typeof lookup> = {
  scan: ({ read, actor, config }, { body }) => {
    const { platform, at } = actor
    const place = { origin: config.publicUrl, slug: platform.slug, year: at.getUTCFullYear() }
    const question = readCode(body.code, place)
    return read((db) => answer(db, actor, body, question))
  },

  search: ({ read, actor }, { query }) => {
    const plan = planSearch(query.q)
    if (!plan) return Promise.resolve({ items: [] })
    const { platform, warehouses: scope, holds } = actor
    const places = holds.has('location.read')
    const documents = holds.has('stock.read')
    return read(async (db) => {
      const wanted = { code: plan.typed, among: null, warehouseId: query.warehouse ?? null }
      const [exact, prefixed] = await Promise.all([
        findByCode(db, platform.id, scope, wanted),
        findByPrefix(db, platform.id, { scope, places, documents }, plan),
      ])
      // Where codes alone fill the answer, words would only be found to be left out.
      const isFull = prefixed.filter(({ kind }) => kind === 'variant').length >= enough
      const worded =
        isFull || plan.terms === undefined ? [] : await findByWords(db, platform.id, plan.terms)
      return { items: merge(exact, [...prefixed, ...worded], { places, documents }) }
    })
  },
}

/** How many lines a search answers with. */
const most = 25

/** Exact codes first; each thing once. */
function merge(
  exact: readonly FoundRow[],
  others: readonly Omit<SearchHit, 'exact'>[],
  may: { places: boolean; documents: boolean },
): SearchHit[] {
  const hits = new Map<string, SearchHit>()
  for (const { kind, id, label, variantId, warehouseId, sku, ...row } of exact) {
    if (kind === 'container' || kind === 'member') continue
    if (kind === 'location' && !may.places) continue
    if ((kind === 'receipt' || kind === 'adjustment') && !may.documents) continue
    // What has a lot or a serial number is found under its item.
    const isItem = kind === 'lot' || kind === 'serial'
    const hit = isItem
      ? { kind: 'variant' as const, id: variantId ?? id, label: sku ?? label }
      : { kind, id, label }
    const key = `${hit.kind} ${hit.id}`
    const name = kind === 'location' ? (row.warehouse ?? '') : row.name
    if (!hits.has(key)) hits.set(key, { ...hit, name, variantId, warehouseId, exact: true })
  }
  for (const hit of others) {
    const key = `${hit.kind} ${hit.id}`
    if (!hits.has(key)) hits.set(key, { ...hit, exact: false })
  }
  return [...hits.values()].slice(0, most)
}

async function answer(
  db: Db,
  actor: WorkspaceMember,
  { code, context }: Input<typeof lookup.scan>['body'],
  question: Question,
): Promise<Found> {
  const { platform, warehouses, holds } = actor
  if (question.kind === 'refused') return fail(question.code)
  if (question.kind === 'command') {
    const none = unknownCode(question.command, holds)
    return { ...none, kind: 'command', actions: actionsFor('command', holds) }
  }
  const find = async (
    wanted: string,
    among: Extract<Question, { kind: 'code' }>['among'] = undefined,
  ) => {
    const warehouseId = context?.warehouseId ?? null
    const asked = { code: wanted, among: among ?? null, warehouseId }
    return chosenOf(await findByCode(db, platform.id, warehouses, asked), context)
  }
  if (question.kind === 'code') {
    const { among } = question
    const rows = among?.length === 0 ? [] : await find(question.code, among)
    // Where it is said what kind of thing it is, its own code comes before the barcodes of others.
    const own = among ? rows.filter(({ label }) => isSameKey(label, question.code)) : []
    const row = theOnly(own.length > 0 ? own : rows)
    return row ? foundOf(row, holds, context) : unknownCode(code, holds)
  }
  const { gs1 } = question
  // Somebody may have given this very text as a barcode.
  const asItIs = theOnly(await find(question.code))
  if (asItIs) return foundOf(asItIs, holds, context)
  const rows =
    gs1.gtin !== null
      ? await find(gs1.gtin, ['variant'])
      : gs1.sscc !== null
        ? await find(gs1.sscc, ['container'])
        : []
  const row = theOnly(rows)
  if (!row) return unknownCode(code, holds, gs1)
  const found = {
    ...foundOf(row, holds, context),
    gs1,
    ...(gs1.count !== null && { qty: gs1.count }),
  }
  if (row.variantId === null || (gs1.lot === null && gs1.serial === null)) return found
  const { lotId, serialId } = await findLotAndSerial(db, platform.id, row.variantId, gs1)
  if (serialId) return { ...found, kind: 'serial', id: serialId, label: gs1.serial ?? '' }
  return lotId ? { ...found, kind: 'lot', id: lotId, label: gs1.lot ?? '' } : found
}

type Context = Input<typeof lookup.scan>['body']['context']

/**
 * Returns the rows a scan may mean: the one somebody has chosen, else all of them but the locations of other
 * warehouses where the warehouse of the scan has one.
 */
function chosenOf(rows: readonly FoundRow[], context: Context): readonly FoundRow[] {
  const { choice, warehouseId } = context ?? {}
  const chosen = rows.filter(({ kind, id }) => kind === choice?.kind && id === choice.id)
  if (chosen.length > 0) return chosen
  const isHere = (row: FoundRow) => row.kind === 'location' && row.warehouseId === warehouseId
  return rows.some(isHere) ? rows.filter((row) => row.kind !== 'location' || isHere(row)) : rows
}

/**
 * What a code stands for. Codes of different kinds are written by different people, and a supplier's may
 * be one of ours already: so they may meet, and it is the scan that does not guess. It costs nothing
 * more, since all that has the code was read at once. A line of a document says by its field what it names.
 */
function theOnly(rows: readonly FoundRow[]): FoundRow | undefined {
  const things = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  if (things.size > 1)
    fail('barcode_ambiguous', {
      blockers: [...things.values()].map(({ kind: type, id, label, ...row }) => {
        const { name, warehouseId, warehouse } = row
        return { type, id, label, name, warehouseId, warehouse }
      }),
    })
  return rows[0]
}

function foundOf(
  { unit, ...row }: FoundRow,
  holds: WorkspaceMember['holds'],
  context: Context,
): Found {
  const actions = actionsFor(row.kind, holds)
  if (row.variantId !== null && unit !== null) return { ...row, unit, qty: '1', actions }
  const asked = context?.warehouseId
  const isElsewhere = row.kind === 'location' && asked !== undefined && row.warehouseId !== asked
  return isElsewhere ? { ...row, isElsewhere, actions } : { ...row, actions }
}
