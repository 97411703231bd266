import { fromQuanta, toQuanta } from '@stowage/contract/warehouse/quantities'
import type { Reply } from '@stowage/contract/route'
import type { stock } from '@stowage/contract/warehouse/stock'
import type { Db } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import { findItem, listDays, listLevelsOf, listShares, type Sight } from './level-queries.ts'
import { balancesOf, daysUpTo, sharesOf } from './rules.ts'

const daysShown = 90
const dayMs = 86_400_000

/** The numbers of one item in the warehouses in sight, each with the rows it is the sum of. */
export async function numbersOf(
  db: Db,
  platformId: string,
  sight: Sight,
  variantId: string,
  at: Date,
): Promise<Reply<typeof stock.variant>> {
  const item = (await findItem(db, platformId, variantId)) ?? fail('not_found')
  const { qtyScale, ...named } = item
  const days = daysUpTo(at, daysShown)
  // A day begins earlier somewhere than here.
  const since = new Date(at.getTime() - (daysShown + 1) * dayMs)
  const [warehouses, shares, changes] = await Promise.all([
    listLevelsOf(db, platformId, sight, variantId),
    listShares(db, platformId, sight, variantId),
    listDays(db, platformId, sight, variantId, since),
  ])
  const total = (number: 'onHand' | 'unavailable' | 'reserved' | 'available' | 'backordered') =>
    warehouses.reduce((sum, level) => sum + quantaOf(level[number], qtyScale), 0n)
  const shown = (quanta: bigint) => fromQuanta(quanta, qtyScale)
  const rowsOf = (number: string) =>
    sharesOf(
      shares.filter((share) => share.number === number),
      qtyScale,
    )
  return {
    ...named,
    totals: {
      onHand: shown(total('onHand')),
      unavailable: shown(total('unavailable')),
      reserved: shown(total('reserved')),
      available: shown(total('available')),
      backordered: shown(total('backordered')),
    },
    warehouses,
    explain: {
      onHand: rowsOf('onHand'),
      unavailable: rowsOf('unavailable'),
      reserved: rowsOf('reserved'),
    },
    days: balancesOf(days, total('onHand'), changes).map(({ day, quanta }) => ({
      day,
      onHand: shown(quanta),
    })),
  }
}

/** Text of exactly this scale, which every number of a level is. */
function quantaOf(text: string, scale: number): bigint {
  const read = toQuanta(text, scale)
  return 'quanta' in read ? read.quanta : 0n
}
