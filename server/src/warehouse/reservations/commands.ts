import type { Input } from '@stowage/contract/route'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Reservation, reservations } from '@stowage/contract/warehouse/reservations'
import { record, recordAll, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findById } from '../../platforms/directory/queries.ts'
import { insertEvents, type NewEvent } from '../../workspace/events/queries.ts'
import { findItems } from '../products/variant-list-queries.ts'
import { whyNotKept } from '../products/rules.ts'
import { requireSite } from '../locations/lines.ts'
import { findSite } from '../locations/warehouse-queries.ts'
import { findLevels } from '../stock/bucket-queries.ts'
import { displace, promise, releaseClaims } from '../stock/kernel-queries.ts'
import { nameItems, quantaOf } from '../products/lines.ts'
import {
  endReservations,
  findItemName,
  insertReservation,
  listSourcesOf,
  lockExpired,
  lockReservation,
  type ReservationRow,
} from './queries.ts'
import { toReservation } from './reply.ts'

/** The lot whose hold or recall takes stock away from orders, and the reason given for that. */
export type StoppedLot = { lot: string; lotState: 'hold' | 'recalled'; reason?: string }

type Level = { warehouseId: string; variantId: string }

/**
 * Makes the least urgent claims on a level wait, so many quanta in all, with an audit entry and an event for
 * each order line. Called between the lock of the level and the move that takes its stock.
 */
export async function displacePromises(
  tx: Tx,
  actor: WorkspaceMember,
  { warehouseId, variantId }: Level,
  quanta: bigint,
  stopped?: StoppedLot,
): Promise<void> {
  const { id: platformId } = actor.platform
  const displaced = await displace(tx, platformId, { warehouseId, variantId }, String(quanta))
  const waiting = new Map<string, bigint>()
  for (const { sourceId, qty } of displaced)
    waiting.set(sourceId, (waiting.get(sourceId) ?? 0n) + BigInt(qty))
  const [item = notFound(), sources] = await Promise.all([
    findItemName(tx, platformId, variantId),
    listSourcesOf(tx, platformId, [...waiting.keys()]),
  ])
  const changes = sources.map((source) => {
    const qty = fromQuanta(waiting.get(source.sourceId) ?? 0n, item.qtyScale)
    return {
      ...source,
      details: { lineNo: source.lineNo, sku: item.sku, qty, warehouseId, ...stopped },
    }
  })
  const entriesOf = (kind: 'order' | 'reservation') =>
    changes
      .filter(({ type }) => type === kind)
      .map(({ type, id, name, details }) => ({ target: { type, id, name }, metadata: details }))
  const origin = { actor: { type: actor.type, id: actor.id }, requestId: actor.requestId }
  await Promise.all([
    recordAll(tx, actor, 'ORDER_BACKORDERED', entriesOf('order')),
    recordAll(tx, actor, 'RESERVATION_BACKORDERED', entriesOf('reservation')),
    insertEvents(
      tx,
      platformId,
      changes.map(({ details, ...source }): NewEvent => {
        const { type, id, version } = source
        const shared = { subject: { type, id, version }, at: actor.at }
        if (source.type === 'reservation')
          return {
            ...shared,
            type: 'reservation.backordered',
            payload: { ...details, ...origin },
          }
        const { name: number, channelId, externalId, lineNo } = source
        return {
          ...shared,
          type: 'order.backordered',
          payload: { number, channelId, externalId, ...details, lineNo, ...origin },
        }
      }),
    ),
  ])
}

/** Reserves available stock by hand. Fails with `insufficient_stock` where less is available. */
export async function reserveByHand(
  tx: Tx,
  actor: WorkspaceMember,
  { warehouseId, qty, note, expiresAt, ...choice }: Input<typeof reservations.create>['body'],
): Promise<Reservation> {
  const { platform, warehouses, at } = actor
  if (expiresAt !== null && new Date(expiresAt) <= at)
    failField('expiresAt', 'Choose a time in the future')
  const [site = notFound(), items] = await Promise.all([
    findSite(tx, platform.id, warehouses, warehouseId, []),
    findItems(tx, platform.id, [choice]),
  ])
  requireSite(site)
  const named = nameItems(items, [choice])[0] ?? notFound()
  const { item } = named
  const why = whyNotKept(item)
  if (why) failField('sku', why)
  const row: ReservationRow = {
    id: newId(),
    variantId: item.variantId,
    sku: item.sku,
    name: item.name,
    unit: item.unit,
    qtyScale: item.qtyScale,
    warehouseId,
    warehouseCode: site.code,
    qty: String(quantaOf(named, qty, 'qty')),
    note,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    state: 'active',
    createdAt: at,
    createdBy: actor.id,
  }
  await requireAvailable(tx, platform.id, row)
  await promise(tx, platform.id, [claimOf(row)], 'strict')
  await Promise.all([
    insertReservation(tx, platform.id, row),
    record(tx, actor, 'RESERVATION_CREATED', {
      target: { type: 'reservation', id: row.id, name: item.sku },
      metadata: { qty: fromQuanta(row.qty, row.qtyScale), warehouseId, ...(note && { note }) },
    }),
  ])
  return toReservation(row)
}

const claimOf = ({ id, warehouseId, variantId, qty, expiresAt }: ReservationRow) => ({
  lineNo: 1,
  sourceType: 'manual' as const,
  sourceId: id,
  warehouseId,
  variantId,
  qty,
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
})

/** Says how much is available before the database refuses without a number. */
async function requireAvailable(tx: Tx, platformId: string, row: ReservationRow): Promise<void> {
  const { warehouseId, variantId, sku, qtyScale } = row
  const [level] = await findLevels(tx, platformId, [{ warehouseId, variantId }])
  const free = level
    ? BigInt(level.onHand) - BigInt(level.unavailable) - BigInt(level.reserved)
    : 0n
  const short = BigInt(row.qty) - free
  if (short <= 0n) return
  const format = (quanta: bigint | string) => fromQuanta(quanta, qtyScale)
  fail('insufficient_stock', {
    blockers: [
      {
        type: 'level',
        warehouseId,
        variantId,
        sku,
        requested: format(row.qty),
        available: format(free),
        short: format(short),
        unavailable: format(level?.unavailable ?? '0'),
        incoming: format(0n),
      },
    ],
  })
}

/** Releases a manual reservation. Its stock goes to waiting orders in the same transaction. */
export async function releaseReservation(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
): Promise<Reservation> {
  const row = (await lockReservation(tx, actor, id)) ?? notFound()
  const { state: from, sku } = row
  if (from !== 'active')
    fail('invalid_transition', {
      blockers: [{ type: 'reservation', from, to: 'released', allowed: [] }],
    })
  const { id: platformId } = actor.platform
  const ended = { state: 'released', at: actor.at, by: actor.id } as const
  await releaseClaims(tx, platformId, await endReservations(tx, platformId, [id], ended))
  await record(tx, actor, 'RESERVATION_RELEASED', {
    target: { type: 'reservation', id, name: sku },
    metadata: { qty: fromQuanta(row.qty, row.qtyScale), warehouseId: row.warehouseId },
  })
  return toReservation({ ...row, state: 'released' })
}

/** Ends up to `most` reservations past their end and returns how many; their stock goes to waiting orders. */
export async function expireSome(
  tx: Tx,
  platformId: string,
  at: Date,
  most: number,
): Promise<number> {
  const rows = await lockExpired(tx, platformId, at, most)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const ended = { state: 'expired', at, by: null } as const
  const [claims, platform] = await Promise.all([
    endReservations(tx, platformId, ids, ended),
    findById(tx, platformId),
  ])
  await releaseClaims(tx, platformId, claims)
  await recordAll(
    tx,
    system(at),
    'RESERVATION_EXPIRED',
    rows.map(({ id, sku, qty, qtyScale, warehouseId }) => ({
      ...(platform && { platform }),
      target: { type: 'reservation', id, name: sku },
      metadata: { qty: fromQuanta(qty, qtyScale), warehouseId },
    })),
  )
  return rows.length
}
