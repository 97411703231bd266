import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { refusalOfLot } from '../../warehouse/lots/rules.ts'
import type { FulfillmentRow } from '../fulfillments/queries.ts'
import { listLotsThatStay } from './lot-queries.ts'

/**
 * Fails with `lot_on_hold` or `lot_expired` where one of these lots of a fulfillment may not leave, and names its
 * package. Stock without lots costs no query.
 */
export async function requireLotsMayLeave(
  tx: Tx,
  { platform, at }: Pick<WorkspaceMember, 'platform' | 'at'>,
  { id }: Pick<FulfillmentRow, 'id'>,
  picked: readonly { lotId: string | null }[],
): Promise<void> {
  const lotIds = new Set(picked.flatMap(({ lotId }) => lotId ?? []))
  if (lotIds.size === 0) return
  for (const { lotId, sku, day, package: place, ...lot } of await listLotsThatStay(
    tx,
    platform.id,
    id,
    at,
  )) {
    const refusal = lotIds.has(lotId) ? refusalOfLot({ sku, lot }, day) : undefined
    if (!refusal) continue
    const next = place
      ? ` It is in package ${place}. Take it out and send it back to pick.`
      : ' Send it back to pick.'
    fail(refusal.code, {
      message: refusal.message + next,
      blockers: [{ ...refusal.blocker, ...(place && { package: place }) }],
    })
  }
}
