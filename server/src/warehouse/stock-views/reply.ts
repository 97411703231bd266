import { fromQuanta, one } from '@stowage/contract/warehouse/quantities'
import type { Input, Reply } from '@stowage/contract/route'
import type { stockViews } from '@stowage/contract/warehouse/stock-views'
import type { Db } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import {
  countsOf,
  findItem,
  levelOf,
  listDays,
  listLevelsOf,
  listShares,
  type StockScope,
} from './level-queries.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'
import { listKitStock, type KitStock } from '../products/kit-queries.ts'
import { quantaOf } from '../products/lines.ts'
import { balancesOf, daysUpTo, isOver, sharesOf } from '../stock/rules.ts'

const daysShown = 90
const dayMs = 86_400_000

/** The numbers of one item in the warehouses in sight, each with the rows it is the sum of. */
export async function numbersOf(
  db: Db,
  platformId: string,
  scope: StockScope,
  variantId: string,
  at: Date,
): Promise<Reply<typeof stockViews.variant>> {
  const item = (await findItem(db, platformId, variantId)) ?? notFound()
  const { qtyScale, kind, ...named } = item
  if (kind === 'virtual_kit') return numbersOfKit(db, platformId, scope, item, at)
  const days = daysUpTo(at, daysShown)
  // A day begins earlier somewhere than here.
  const since = new Date(at.getTime() - (daysShown + 1) * dayMs)
  const [levels, shares, changes] = await Promise.all([
    listLevelsOf(db, platformId, scope, variantId),
    listShares(db, platformId, scope, variantId),
    listDays(db, platformId, scope, variantId, since),
  ])
  const total = (number: 'onHand' | 'unavailable' | 'reserved' | 'available' | 'backordered') =>
    levels.reduce((sum, level) => sum + countsOf(level)[number], 0n)
  const format = (quanta: bigint) => fromQuanta(quanta, qtyScale)
  const rowsOf = (number: string) =>
    sharesOf(
      shares.filter((share) => share.number === number),
      qtyScale,
    )
  return {
    ...named,
    totals: {
      onHand: format(total('onHand')),
      unavailable: format(total('unavailable')),
      reserved: format(total('reserved')),
      available: format(total('available')),
      backordered: format(total('backordered')),
    },
    warehouses: levels.map((level) => levelOf(level, scope)),
    explain: {
      onHand: rowsOf('onHand'),
      unavailable: rowsOf('unavailable'),
      reserved: rowsOf('reserved'),
    },
    days: balancesOf(days, total('onHand'), changes).map(({ day, quanta }) => ({
      day,
      onHand: format(quanta),
    })),
  }
}

/**
 * Returns the quantity of an item that can be promised from the visible warehouses, now and by a day. Fails with
 * `uom_not_exact` for a quantity the item does not come in, `validation_failed` for a day that is over.
 */
export async function availabilityOf(
  db: Db,
  platformId: string,
  warehouses: WarehouseScope['warehouses'],
  variantId: string,
  { qty, warehouse, on }: Input<typeof stockViews.availability>['query'],
  at: Date,
): Promise<Reply<typeof stockViews.availability>> {
  if (on !== undefined && isOver(on, at)) {
    failField('on', 'Choose today or a later date')
  }
  const item = (await findItem(db, platformId, variantId)) ?? notFound()
  const { qtyScale, kind, ...named } = item
  const wanted = qty === undefined ? null : quantaOf({ item, fraction: one }, qty, 'qty')
  const { levels, total } =
    kind === 'virtual_kit'
      ? await offeredAsKits(db, platformId, { warehouses }, item, warehouse)
      : await offeredFromStock(db, platformId, { warehouses }, variantId, warehouse)
  const format = (quanta: bigint) => fromQuanta(quanta, qtyScale)
  const onOffer = (quanta: bigint) => ({
    available: format(quanta),
    enough: wanted === null ? null : quanta >= wanted,
  })
  // Whatever the day: what is on its way has none yet, because nothing is.
  const offered = (available: bigint, incoming: bigint) => ({
    now: onOffer(available),
    byDate: { incoming: format(incoming), ...onOffer(available + incoming) },
  })
  return {
    ...named,
    qty: wanted === null ? null : format(wanted),
    on: on ?? null,
    total: offered(total.available, total.incoming),
    warehouses: levels.map(({ warehouseId, warehouseCode, available, incoming }) => ({
      warehouseId,
      warehouseCode,
      ...offered(available, incoming),
    })),
  }
}

type Item = NonNullable<Awaited<ReturnType<typeof findItem>>>
type Offered = { available: bigint; incoming: bigint }
type OfferedAt = Offered & { warehouseId: string; warehouseCode: string }
type OnOffer = { levels: OfferedAt[]; total: Offered }

async function offeredFromStock(
  db: Db,
  platformId: string,
  scope: WarehouseScope,
  variantId: string,
  warehouse: string | undefined,
): Promise<OnOffer> {
  const rows = await listLevelsOf(db, platformId, scope, variantId, warehouse)
  const levels = rows.map(({ warehouseId, warehouseCode, ...row }) => {
    const { available, incoming } = countsOf(row)
    return { warehouseId, warehouseCode, available, incoming }
  })
  const sum = (number: 'available' | 'incoming') =>
    levels.reduce((all, level) => all + level[number], 0n)
  return { levels, total: { available: sum('available'), incoming: sum('incoming') } }
}

async function offeredAsKits(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  item: Item,
  warehouse: string | undefined,
): Promise<OnOffer> {
  const rows = await listKitStock(db, platformId, warehouses, item.variantId, warehouse)
  const quantaOfKits = ({ kits }: KitStock) => BigInt(kits) * 10n ** BigInt(item.qtyScale)
  const all = rows.find(({ warehouseId }) => warehouseId === null)
  return {
    levels: rows.flatMap((row) =>
      row.warehouseId === null
        ? []
        : {
            warehouseId: row.warehouseId,
            warehouseCode: row.warehouseCode,
            available: quantaOfKits(row),
            incoming: 0n,
          },
    ),
    total: { available: all ? quantaOfKits(all) : 0n, incoming: 0n },
  }
}

/** A kit is not kept in stock: all that is said of it is how many can be put together. */
async function numbersOfKit(
  db: Db,
  platformId: string,
  scope: WarehouseScope,
  item: Item,
  at: Date,
): Promise<Reply<typeof stockViews.variant>> {
  const { qtyScale, kind: _, ...named } = item
  const { levels, total } = await offeredAsKits(db, platformId, scope, item, undefined)
  const none = fromQuanta(0n, qtyScale)
  const nothing = { onHand: none, unavailable: none, reserved: none, backordered: none }
  return {
    ...named,
    totals: { ...nothing, available: fromQuanta(total.available, qtyScale) },
    warehouses: levels.map(({ warehouseId, warehouseCode, available }) => ({
      ...named,
      ...nothing,
      warehouseId,
      warehouseCode,
      available: fromQuanta(available, qtyScale),
      incoming: none,
      reorderPoint: null,
      changedAt: at.toISOString(),
    })),
    explain: { onHand: [], unavailable: [], reserved: [] },
    days: [],
  }
}

/** The levels of one item, those of a kit as far as it can be put together. */
export async function kitLevelsOf(
  db: Db,
  platformId: string,
  scope: StockScope,
  { variant, warehouse }: { variant?: string | undefined; warehouse?: string | undefined },
  at: Date,
): Promise<Reply<typeof stockViews.levels> | undefined> {
  const item = variant === undefined ? undefined : await findItem(db, platformId, variant)
  if (item?.kind !== 'virtual_kit') return undefined
  const { warehouses } = await numbersOfKit(db, platformId, scope, item, at)
  const items = warehouses.filter(
    ({ warehouseId }) => warehouse === undefined || warehouseId === warehouse,
  )
  return { items, next: null, previous: null, total: items.length, capped: false }
}
