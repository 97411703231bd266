import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { Scoped } from '../../workspace/documents/queries.ts'
import type { OrderRow } from './queries.ts'

type Imported = Pick<OrderRow, 'id' | 'number' | 'state' | 'version' | 'channelId' | 'externalId'>

/** Locks orders of an import in the order of their ids. */
export async function lockImported(
  tx: Tx,
  platformId: string,
  ids: readonly string[],
): Promise<Imported[]> {
  const { rows } = await sql<Imported>`
    select order_id as id, number, state, version, channel_id as "channelId",
      external_id as "externalId"
    from tenant.orders
    where platform_id = ${platformId} and order_id = any (${ids}::uuid[])
    order by order_id for no key update`.execute(tx)
  return rows
}

/** Cancels orders that are promised nothing, with all their lines. */
export async function cancelDraftRows(
  tx: Tx,
  { platform, id: by, at }: Scoped & { id: string; at: Date },
  ids: readonly string[],
  reason: string,
): Promise<void> {
  await sql`
    update tenant.orders
    set state = 'cancelled', cancel_reason = ${reason}, version = version + 1, updated_at = ${at},
      updated_by = ${by}, subtotal_micros = 0, discount_micros = 0, shipping_micros = 0, tax_micros = 0,
      total_micros = 0
    where platform_id = ${platform.id} and order_id = any (${ids}::uuid[])`.execute(tx)
  await sql`
    update tenant.order_lines set qty_cancelled = qty
    where platform_id = ${platform.id} and order_id = any (${ids}::uuid[])`.execute(tx)
}
