import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Reservation } from '@stowage/contract/warehouse/reservations'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Claim, ReservationRow } from './queries.ts'

type Item = { variantId: string; qtyScale: number }
type Viewer = Pick<WorkspaceMember, 'holds'>

/** A claim as a refusal names it; its customer only for members who may read orders. */
export function toClaimReply(
  claim: Omit<Claim, 'variantId' | 'warehouseId' | 'bucketId'>,
  { qtyScale }: Pick<Item, 'qtyScale'>,
  viewer: Viewer,
) {
  const { reservationId, sourceType, sourceId, qty, orderId, number, customer } = claim
  return {
    reservationId,
    sourceType,
    sourceId,
    ...(orderId !== null && number !== null && { orderId, number }),
    ...(customer !== null && viewer.holds.has('order.read') && { customer }),
    qty: fromQuanta(qty, qtyScale),
  }
}

/**
 * Claims on one level, those that would wait first at the top: `waits` is what of each would wait so that
 * `missing` quanta become free.
 */
export function claimsOfLevel(
  claims: readonly Claim[],
  item: Item,
  missing: bigint,
  viewer: Viewer,
) {
  let left = missing
  return claims
    .filter(({ variantId, bucketId }) => bucketId === null && variantId === item.variantId)
    .map((claim) => {
      const qty = BigInt(claim.qty)
      const waits = qty < left ? qty : left
      left -= waits
      return { ...toClaimReply(claim, item, viewer), waits: fromQuanta(waits, item.qtyScale) }
    })
}

export const toReservation = ({ qty, qtyScale, ...row }: ReservationRow): Reservation => ({
  ...row,
  qty: fromQuanta(qty, qtyScale),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
