import { fromQuanta, one } from '@stowage/contract/warehouse/quantities'
import type { Input, Reply } from '@stowage/contract/route'
import type { stock } from '@stowage/contract/warehouse/stock'
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
  type WarehouseScope,
} from './level-queries.ts'
import { quantaOf } from './lines.ts'
import { balancesOf, daysUpTo, isOver, sharesOf } from './rules.ts'

const daysShown = 90
const dayMs = 86_400_000

/** The numbers of one item in the warehouses in sight, each with the rows it is the sum of. */
export async function numbersOf(
  db: Db,
  platformId: string,
  scope: StockScope,
  variantId: string,
  at: Date,
): Promise<Reply<typeof stock.variant>> {
  const item = (await findItem(db, platformId, variantId)) ?? notFound()
  const { qtyScale, ...named } = item
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
 * How much of an item can be promised from the warehouses in sight, now and by a day. Fails with
 * `uom_not_exact` for a quantity the item does not come in, `validation_failed` for a day that is over.
 */
export async function availabilityOf(
  db: Db,
  platformId: string,
  warehouses: WarehouseScope['warehouses'],
  variantId: string,
  { qty, warehouse, on }: Input<typeof stock.availability>['query'],
  at: Date,
): Promise<Reply<typeof stock.availability>> {
  if (on !== undefined && isOver(on, at)) {
    failField('on', 'Choose today or a later date')
  }
  const item = (await findItem(db, platformId, variantId)) ?? notFound()
  const { qtyScale, ...named } = item
  const wanted = qty === undefined ? null : quantaOf({ item, fraction: one }, qty, 'qty')
  const rows = await listLevelsOf(db, platformId, { warehouses }, variantId, warehouse)
  const levels = rows.map((row) => ({ ...row, ...countsOf(row) }))
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
  const total = (number: 'available' | 'incoming') =>
    levels.reduce((sum, level) => sum + level[number], 0n)
  return {
    ...named,
    qty: wanted === null ? null : format(wanted),
    on: on ?? null,
    total: offered(total('available'), total('incoming')),
    warehouses: levels.map(({ warehouseId, warehouseCode, available, incoming }) => ({
      warehouseId,
      warehouseCode,
      ...offered(available, incoming),
    })),
  }
}
