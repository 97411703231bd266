import { isSameKey } from '@stowage/contract/folding'
import type { Input } from '@stowage/contract/route'
import { hitKinds, type HitKind, type ThingKind } from '@stowage/contract/scan-kinds'
import { withoutSign } from '@stowage/contract/scan-text'
import type { Found, Gs1, search, SearchHit } from '@stowage/contract/workspace/search'
import type { Db } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { registered } from '../../registry.ts'
import { reportUnknownCode } from '../exceptions/commands.ts'
import { weightText } from './gs1-rules.ts'
import { findByCode, findByPrefix, type FoundRow } from './queries.ts'
import {
  allowedOf,
  commandCode,
  planSearch,
  readCode,
  unknownCode,
  type Question,
  type Signs,
} from './rules.ts'
import { enough, type Hit, type SearchSource } from './source-queries.ts'

const sourceOf = (kind: ThingKind): SearchSource => registered().search[kind]

/** The letters and pages of all sources. */
function signsOf(): Signs {
  const sources = Object.entries(registered().search) as [ThingKind, SearchSource][]
  const by = (sign: 'letter' | 'page') =>
    Object.fromEntries(sources.flatMap(([kind, one]) => (one[sign] ? [[one[sign], [kind]]] : [])))
  return { letters: by('letter'), pages: by('page') }
}

export const searchHandlers: Handlers<typeof search> = {
  scan: async ({ read, write, actor, config }, { body }) => {
    const { platform, at } = actor
    const place = { origin: config.publicUrl, slug: platform.slug, year: at.getUTCFullYear() }
    const question = readCode(body.code, place, signsOf())
    const found = await read((db) => answer(db, actor, body, question))
    if (found.kind === 'unknown' && !body.context?.takesUnknown)
      await write((tx) => reportUnknownCode(tx, actor, found.label, body.context))
    return found
  },

  find: ({ read, actor }, { query }) => {
    const plan = planSearch(query.q)
    if (!plan) return Promise.resolve({ items: [] })
    const { platform, warehouses: scope, holds } = actor
    // Whoever may not open a thing does not find it.
    const kinds = hitKinds.filter((kind) => {
      const [opened] = sourceOf(kind).actions
      return opened !== undefined && holds.has(opened[1])
    })
    return read(async (db) => {
      const wanted = { code: plan.typed, among: null, warehouseId: query.warehouse ?? null }
      const [exact, prefixed] = await Promise.all([
        findByCode(db, platform.id, scope, wanted),
        findByPrefix(db, platform.id, { scope, kinds }, plan),
      ])
      // Where codes alone fill the answer, words would only be found to be left out.
      const worded = kinds.flatMap((kind) => {
        const isFull = prefixed.filter((hit) => hit.kind === kind).length >= enough
        const find = sourceOf(kind).worded
        return isFull || !find ? [] : find(db, platform.id, plan.key, holds, scope)
      })
      const others = [...prefixed, ...(await Promise.all(worded)).flat()]
      return { items: merge(exact, others, kinds) }
    })
  },
}

/** The most lines of a search. */
const most = 25

/** Exact codes first; each thing once. */
function merge(
  exact: readonly FoundRow[],
  others: readonly Hit[],
  kinds: readonly HitKind[],
): SearchHit[] {
  const hits = new Map<string, SearchHit>()
  for (const row of exact) {
    const hit = hitOf(row, kinds)
    if (!hit) continue
    const key = `${hit.kind} ${hit.id}`
    if (!hits.has(key)) hits.set(key, { ...hit, exact: true })
  }
  for (const hit of others) {
    const key = `${hit.kind} ${hit.id}`
    if (!hits.has(key)) hits.set(key, { ...hit, exact: false })
  }
  return [...hits.values()].slice(0, most)
}

/** The line of a search for what has the very code. */
function hitOf(
  { kind, id, label, name, variantId, warehouseId, warehouse, sku }: FoundRow,
  kinds: readonly HitKind[],
): Hit | undefined {
  const { inSearch } = sourceOf(kind)
  if (inSearch === 'item')
    return {
      kind: 'variant',
      id: variantId ?? id,
      label: sku ?? label,
      name,
      variantId,
      warehouseId,
    }
  const own = kinds.find((one) => one === kind)
  return own && { kind: own, id, label, name: name || (warehouse ?? ''), variantId, warehouseId }
}

async function answer(
  db: Db,
  actor: WorkspaceMember,
  { code: scanned, context }: Input<typeof search.scan>['body'],
  question: Question,
): Promise<Found> {
  const { platform, warehouses, holds } = actor
  const code = withoutSign(scanned)
  if (question.kind === 'refused') return fail(question.code)
  if (question.kind === 'command') return commandCode(question.command, holds)
  const find = async (
    wanted: string,
    among: Extract<Question, { kind: 'code' }>['among'] = undefined,
  ) => {
    const warehouseId = context?.warehouseId ?? null
    const asked = { code: wanted, among: among ?? null, warehouseId }
    const rows = await findByCode(db, platform.id, warehouses, asked)
    return chosenOf(rows, context).map((row) => (mayOpen(row, holds) ? row : { ...row, name: '' }))
  }
  if (question.kind === 'code') {
    const { among } = question
    const rows = among?.length === 0 ? [] : await find(question.code, among)
    // Where it is said what kind of thing it is, its own code comes before the barcodes of others.
    const own = among ? rows.filter(({ label }) => isSameKey(label, question.code)) : []
    const row = theOnly(own.length > 0 ? own : rows)
    return row ? foundOf(row, holds, context) : unknownCode(code, holds)
  }
  const { item, ...gs1 } = question.fields
  // Somebody may have given this very text as a barcode.
  const asItIs = theOnly(await find(question.code))
  if (asItIs) return foundOf(asItIs, holds, context)
  const named = gs1.gtin ?? item
  const rows =
    named !== null
      ? await find(named, ['variant'])
      : gs1.sscc !== null
        ? await find(gs1.sscc, ['container'])
        : []
  const row = theOnly(rows)
  if (!row) return unknownCode(code, holds, gs1)
  const found = {
    ...foundOf(row, holds, context),
    gs1,
    ...quantityIn(gs1, row.unit),
  }
  if (row.variantId === null || (gs1.lot === null && gs1.serial === null)) return found
  const { variantId } = row
  const idOf = (kind: 'serial' | 'lot', code: string | null) =>
    code === null ? undefined : sourceOf(kind).ofItem?.(db, platform.id, variantId, code)
  const [serialId, lotId] = await Promise.all([idOf('serial', gs1.serial), idOf('lot', gs1.lot)])
  if (serialId) return { ...found, kind: 'serial', id: serialId, label: gs1.serial ?? '' }
  return lotId ? { ...found, kind: 'lot', id: lotId, label: gs1.lot ?? '' } : found
}

/** The quantity of a GS1 code: a count, or a weight in the unit of the item. */
function quantityIn(gs1: Gs1, unit: string | null): Pick<Found, 'qty'> {
  const qty = gs1.count ?? (unit === null ? undefined : weightText(unit, gs1))
  return qty === undefined ? {} : { qty }
}

/** Returns whether the member may see more of a thing than that its code is known. */
function mayOpen({ kind }: FoundRow, holds: WorkspaceMember['holds']): boolean {
  const [opened] = sourceOf(kind).actions
  return opened === undefined || holds.has(opened[1])
}

type Context = Input<typeof search.scan>['body']['context']

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
 * Returns the record a code names. Fails with `barcode_ambiguous` if there are several: codes of different
 * kinds are assigned by different people, and a supplier's may equal one of ours, so a scan does not guess.
 * No extra query is needed, since all records with the code are read together. A line of a document says by
 * its field what it names.
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
  const actions = allowedOf(sourceOf(row.kind).actions, holds)
  if (row.variantId !== null && unit !== null) return { ...row, unit, qty: '1', actions }
  const asked = context?.warehouseId
  const isElsewhere = row.kind === 'location' && asked !== undefined && row.warehouseId !== asked
  return isElsewhere ? { ...row, isElsewhere, actions } : { ...row, actions }
}
