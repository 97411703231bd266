import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Worker } from '../http/actor.ts'

/** A document that is not done with, as a refusal names it. */
export type OpenDocument = { type: 'receipt' | 'adjustment'; id?: string; number?: string }

type Row = Required<OpenDocument> & { warehouseId: string }

/** More of a kind than anybody reads are not named. */
const mostNamed = 20

/**
 * Documents that are still open and have a line with one of these items, or in one of these places.
 * One in a warehouse the member does not see has no name.
 */
export async function listOpenDocuments(
  db: Db,
  { platform: { id: platformId }, warehouses }: Worker,
  column: 'variant_id' | 'location_id',
  ids: readonly string[],
): Promise<OpenDocument[]> {
  const named = sql`l.${sql.ref(column)} = any (${ids}::uuid[])`
  const { rows } = await sql<Row>`
    (select 'receipt' as type, d.receipt_id as id, d.number,
       d.warehouse_id as "warehouseId" from tenant.receipts d
     where d.platform_id = ${platformId} and d.state = 'open' and exists (
       select from tenant.receipt_lines l where l.platform_id = ${platformId}
         and l.receipt_id = d.receipt_id and ${named})
     order by d.number limit ${mostNamed})
    union all
    (select 'adjustment', d.adjustment_id, d.number, d.warehouse_id from tenant.adjustments d
     where d.platform_id = ${platformId} and d.state in ('draft', 'pending_approval') and exists (
       select from tenant.adjustment_lines l where l.platform_id = ${platformId}
         and l.adjustment_id = d.adjustment_id and ${named})
     order by d.number limit ${mostNamed})`.execute(db)
  return rows.map(({ type, id, number, warehouseId }) =>
    warehouses && !warehouses.includes(warehouseId) ? { type } : { type, id, number },
  )
}
