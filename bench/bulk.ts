import { foldKey } from '@stowage/contract/folding'
import { below, chanceOf, uuidOf } from '../server/src/demo/chance.ts'
import { firstOf, itemsOf, productsOf, type DemoItem } from '../server/src/demo/items.ts'
import { weightsOf } from '../server/src/demo/popularity.ts'

/** A workspace for measuring: so many variants and buckets, with so many rows of history. */
export type BulkSize = {
  seed: number
  /** Tells platforms of one database apart, so that their ids differ. */
  platform: number
  warehouses: number
  locations: number
  variants: number
  buckets: number
  ledgerRows: number
  /** `each`: an entry of the value ledger for every row; `one`: one for each item and warehouse. */
  costs: 'each' | 'one'
}

/** First identities of the bulk of a platform, and the moment of its last move. */
export type BulkPlace = { platformId: string; firstBucket: bigint; firstMove: bigint; today: Date }

/** The tables of a set with what is written of each, in the order it is. */
export const bulkTables = {
  warehouses: 'warehouse_id, code, code_key, name, created_at, updated_at',
  locations: 'location_id, warehouse_id, code, code_key, pick_sequence, created_at, updated_at',
  categories: 'category_id, name, name_key, created_at, updated_at',
  products: 'product_id, name, name_key, brand, category_id, created_at, updated_at',
  // Before the variants, whose text index names them.
  barcodes: 'code, variant_id, symbology, gtin14, is_primary',
  variants:
    'variant_id, product_id, sku, sku_key, name, options, purchase_price, sell_price, created_at, updated_at',
  stock_levels: 'warehouse_id, variant_id, qty_scale, tracking, on_hand, unavailable, changed_at',
  stock_buckets:
    'bucket_id, warehouse_id, variant_id, location_id, status, tracking, on_hand, last_seq, last_at',
  receipts:
    'receipt_id, number, warehouse_id, reference, state, received_at, move_id, created_at, updated_at',
  adjustments:
    'adjustment_id, number, warehouse_id, state, reason_code, move_id, created_at, updated_at',
  stock_moves:
    'move_id, kind, warehouse_id, source_type, source_id, reason_code, effective_at, recorded_at, actor_type',
  stock_ledger:
    'bucket_id, seq, move_id, line_no, party, delta, qty_before, qty_after, recorded_at, effective_at',
  cost_balances: 'scope_id, variant_id, qty, value_micros, last_seq, last_at',
  cost_entries:
    'scope_id, variant_id, seq, move_id, line_no, kind, qty_delta, qty_before, qty_after, value_delta, value_before, value_after, recorded_at, effective_at',
} as const
export type BulkTable = keyof typeof bulkTables

type Value = string | number | bigint | boolean | null
/** Rows of a table, without the platform. */
export type BulkRow = readonly Value[]

type Entry = {
  bucket: number
  seq: number
  move: number
  party: string
  delta: number
  before: number
  after: number
}
type Bucket = {
  ordinal: number
  status: string
  location: number
  entries: Entry[]
  onHand: number
}

const kinds = { warehouse: 1n, location: 2n, category: 3n, product: 4n, variant: 5n, document: 6n }
/** Every third move takes something away. */
const takesAway = (move: number) => move % 3 === 2

/**
 * The rows of a set, table by table. Each table is told anew from the numbers alone, in the order of
 * its key, and nothing of it is kept: ten million rows take no more memory than ten.
 */
export function bulkRows(size: BulkSize, place: BulkPlace) {
  const { seed, platform, warehouses, locations, variants, buckets, ledgerRows } = size
  const { item, product } = itemsOf(seed, platform)
  const chance = chanceOf(seed, platform, 'bulk')
  const mixed = chanceOf(seed, platform, 'id')
  const salt = chance(0) & 0xffffffffffffn
  // In order of their number, as ids that begin with the time are.
  const idOf = (kind: keyof typeof kinds, index: number) =>
    uuidOf((BigInt(index) << 20n) | (mixed(index) & 0xfffffn), (kinds[kind] << 48n) | salt)
  const perWarehouse = Math.ceil(locations / warehouses)
  const warehouseOf = (variant: number, nth: number) => (variant + nth) % warehouses

  // A popular item has as many more rows as it is more popular, shared by its buckets.
  const weights = weightsOf(variants)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const bucketsOf = (variant: number) =>
    Math.trunc(buckets / variants) + (variant < buckets % variants ? 1 : 0)
  const rowsOf = (variant: number) =>
    bucketsOf(variant) + Math.trunc(((ledgerRows - buckets) * (weights[variant] ?? 0)) / total)
  const longest = Math.max(
    ...Array.from({ length: Math.min(variants, 1_000) }, (_, variant) =>
      Math.ceil(rowsOf(variant) / Math.max(1, bucketsOf(variant))),
    ),
  )
  // So many moves that no bucket is touched twice by one, and none is longer than people make them.
  const movesPerWarehouse = Math.max(longest + 3, Math.ceil(ledgerRows / warehouses / 100))
  const moves = movesPerWarehouse * warehouses
  const warehouseOfMove = (move: number) => move % warehouses
  const stepMs = Math.max(1, Math.trunc((365 * 86_400_000) / moves))
  const timeOf = (move: number) =>
    new Date(place.today.getTime() - (moves - move) * stepMs).toISOString()
  const kindOf = (move: number) => (takesAway(Math.trunc(move / warehouses)) ? 'adjust' : 'receive')
  const dawn = timeOf(-1)
  const moveId = (move: number) => place.firstMove + BigInt(move)
  const bucketId = (bucket: number) => place.firstBucket + BigInt(bucket)

  function entriesOf(bucket: number, count: number, warehouse: number): Entry[] {
    const entries: Entry[] = []
    let onHand = 0
    for (let seq = 1; seq <= count; seq++) {
      // The first two moves bring something; what comes later is spread over the year.
      const later = 3 + Math.trunc(((seq - 1) * (movesPerWarehouse - 3)) / count)
      const turn = seq === 1 ? bucket % 2 : later
      const draw = chance(bucket * 64 + (seq % 64))
      const away = takesAway(turn)
      const isEmpty = onHand < 2
      const delta = !away
        ? 4 + below(draw, 40)
        : isEmpty
          ? 1 + below(draw, 6)
          : -(1 + below(draw, Math.max(1, onHand - 1)))
      const party = !away ? 'supplier' : isEmpty ? 'found' : 'loss'
      const move = turn * warehouses + warehouse
      entries.push({ bucket, seq, move, party, delta, before: onHand, after: onHand + delta })
      onHand += delta
    }
    return entries
  }

  /** The buckets of each item in each warehouse, with all that ever happened to them. */
  function* groups(): Generator<{ variant: number; warehouse: number; buckets: Bucket[] }> {
    let ordinal = 0
    for (let variant = 0; variant < variants; variant++) {
      const buckets = bucketsOf(variant)
      const rows = rowsOf(variant)
      const own = Array.from({ length: buckets }, (_, nth) => {
        const warehouse = warehouseOf(variant, nth)
        const count = Math.trunc(rows / buckets) + (nth < rows % buckets ? 1 : 0)
        const entries = entriesOf(ordinal, count, warehouse)
        const spot = (variant * 7 + nth) % perWarehouse
        const bucket: Bucket = {
          ordinal,
          entries,
          onHand: entries.at(-1)?.after ?? 0,
          status: nth % 50 === 49 ? 'hold' : 'available',
          location: warehouse * perWarehouse + spot,
        }
        ordinal += 1
        return { warehouse, bucket }
      })
      for (const [warehouse, those] of Map.groupBy(own, (one) => one.warehouse))
        yield { variant, warehouse, buckets: those.map(({ bucket }) => bucket) }
    }
  }
  const scopeOf = (variant: number, warehouse: number) =>
    [idOf('warehouse', warehouse), idOf('variant', variant)] as const
  const lastTime = (buckets: readonly Bucket[]) =>
    timeOf(Math.max(...buckets.map(({ entries }) => entries.at(-1)?.move ?? 0)))
  const sum = (buckets: readonly Bucket[]) => buckets.reduce((all, { onHand }) => all + onHand, 0)
  const microsOf = (one: DemoItem) => BigInt(one.cost) * 10_000n
  const range = (count: number) => Array.from({ length: count }, (_, i) => i)

  const tables: Record<BulkTable, () => Iterable<BulkRow>> = {
    warehouses: () =>
      range(warehouses).map((i) => {
        const code = `W${i + 1}`
        return [idOf('warehouse', i), code, foldKey(code), `Warehouse ${i + 1}`, dawn, dawn]
      }),
    *locations() {
      for (let i = 0; i < perWarehouse * warehouses; i++) {
        const spot = i % perWarehouse
        const code = `B-${String(spot).padStart(6, '0')}`
        const warehouse = idOf('warehouse', Math.trunc(i / perWarehouse))
        yield [idOf('location', i), warehouse, code, foldKey(code), spot * 10, dawn, dawn]
      }
    },
    categories: () => [[idOf('category', 0), 'Everything', foldKey('Everything'), dawn, dawn]],
    *products() {
      for (let i = 0; i < productsOf(variants); i++) {
        const { name, brand } = product(i, variants)
        yield [idOf('product', i), name, foldKey(name), brand, idOf('category', 0), dawn, dawn]
      }
    },
    *variants() {
      for (let i = 0; i < productsOf(variants); i++) yield* variantsOf(i)
    },
    *barcodes() {
      for (let i = 0; i < variants; i++) {
        const { barcode } = item(i)
        yield [barcode, idOf('variant', i), 'ean13', `0${barcode}`, true]
      }
    },
    *stock_levels() {
      for (const { variant, warehouse, buckets } of groups()) {
        const held = sum(buckets.filter(({ status }) => status !== 'available'))
        yield [...scopeOf(variant, warehouse), 0, 'none', sum(buckets), held, lastTime(buckets)]
      }
    },
    *stock_buckets() {
      for (const { variant, warehouse, buckets } of groups())
        for (const bucket of buckets) {
          const { ordinal, status, location, onHand, entries } = bucket
          const key = [...scopeOf(variant, warehouse), idOf('location', location), status, 'none']
          yield [bucketId(ordinal), ...key, onHand, entries.length, lastTime([bucket])]
        }
    },
    *receipts() {
      for (let move = 0; move < moves; move++) {
        if (kindOf(move) !== 'receive') continue
        const at = timeOf(move)
        const number = `RC-${String(move + 1).padStart(6, '0')}`
        const site = idOf('warehouse', warehouseOfMove(move))
        yield [idOf('document', move), number, site, '', 'completed', at, moveId(move), at, at]
      }
    },
    *adjustments() {
      for (let move = 0; move < moves; move++) {
        if (kindOf(move) !== 'adjust') continue
        const at = timeOf(move)
        const number = `AD-${String(move + 1).padStart(6, '0')}`
        const site = idOf('warehouse', warehouseOfMove(move))
        yield [idOf('document', move), number, site, 'posted', 'other', moveId(move), at, at]
      }
    },
    *stock_moves() {
      for (let move = 0; move < moves; move++) {
        const kind = kindOf(move)
        const [source, reason] = kind === 'adjust' ? ['adjustment', 'other'] : ['receipt', null]
        const site = idOf('warehouse', warehouseOfMove(move))
        const at = timeOf(move)
        const document = idOf('document', move)
        yield [moveId(move), kind, site, source, document, reason, at, at, 'system']
      }
    },
    *stock_ledger() {
      for (const { buckets } of groups())
        for (const { entries } of buckets)
          for (const { bucket, seq, move, party, delta, before, after } of entries) {
            const at = timeOf(move)
            const key = [bucketId(bucket), seq, moveId(move), bucket + 1, party]
            yield [...key, delta, before, after, at, at]
          }
    },
    *cost_balances() {
      for (const { variant, warehouse, buckets } of groups()) {
        const onHand = sum(buckets)
        const value = BigInt(onHand) * microsOf(item(variant))
        const count = size.costs === 'one' ? 1 : entriesIn(buckets).length
        yield [...scopeOf(variant, warehouse), onHand, value, count, lastTime(buckets)]
      }
    },
    *cost_entries() {
      for (const { variant, warehouse, buckets } of groups()) {
        const scope = scopeOf(variant, warehouse)
        const price = microsOf(item(variant))
        let onHand = 0
        for (const [i, { move, line, delta }] of costsOf(buckets).entries()) {
          const at = timeOf(move)
          const after = onHand + delta
          const values = [delta, onHand, after].map((quanta) => BigInt(quanta) * price)
          const key = [...scope, i + 1, moveId(move), line, kindOf(move)]
          yield [...key, delta, onHand, after, ...values, at, at]
          onHand = after
        }
      }
    },
  }
  return { tables, buckets, moves }

  function* variantsOf(number: number): Generator<BulkRow> {
    const { variants: own } = product(number, variants)
    const first = firstOf(number)
    for (const [i, one] of own.entries()) {
      const prices = [one.cost, one.price].map(
        (cents) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      )
      const options = JSON.stringify(one.options)
      const ids = [idOf('variant', first + i), idOf('product', number)]
      yield [...ids, one.sku, foldKey(one.sku), one.name, options, ...prices, dawn, dawn]
    }
  }
  /** In the order of time, as a value ledger is kept; on one moment what leaves comes first. */
  function entriesIn(buckets: readonly Bucket[]): Entry[] {
    return buckets
      .flatMap(({ entries }) => entries)
      .toSorted((a, b) => a.move - b.move || Number(a.delta > 0) - Number(b.delta > 0))
  }
  function costsOf(buckets: readonly Bucket[]) {
    const all = entriesIn(buckets)
    if (size.costs === 'each')
      return all.map(({ move, bucket, delta }) => ({ move, line: bucket + 1, delta }))
    const last = all.at(-1)
    return last ? [{ move: last.move, line: last.bucket + 1, delta: sum(buckets) }] : []
  }
}
