import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Worker } from '../http/actor.ts'

/** A document that is not done with, as a refusal names it. */
export type OpenDocument = { type: 'receipt' | 'adjustment'; id?: string; number?: string }

type Row = Required<OpenDocument> & { warehouseId: string }
/** A condition on a document `d`; its lines `l` are those in this table of which this holds. */
type Meant = (lines: RawBuilder<unknown>, isOfDocument: RawBuilder<unknown>) => RawBuilder<unknown>

/** More of a kind than anybody reads are not named. */
export const mostNamed = 20

async function listOpen(db: Db, platformId: string, isMeant: Meant): Promise<Row[]> {
  const { rows } = await sql<Row>`
    (select 'receipt' as type, d.receipt_id as id, d.number,
       d.warehouse_id as "warehouseId" from tenant.receipts d
     where d.platform_id = ${platformId} and d.state = 'open'
       and ${isMeant(sql`tenant.receipt_lines`, sql`l.receipt_id = d.receipt_id`)}
     order by d.number limit ${mostNamed})
    union all
    (select 'adjustment', d.adjustment_id, d.number, d.warehouse_id from tenant.adjustments d
     where d.platform_id = ${platformId} and d.state in ('draft', 'pending_approval')
       and ${isMeant(sql`tenant.adjustment_lines`, sql`l.adjustment_id = d.adjustment_id`)}
     order by d.number limit ${mostNamed})`.execute(db)
  return rows
}

const named = ({ type, id, number }: Row): OpenDocument => ({ type, id, number })

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
  const rows = await listOpen(
    db,
    platformId,
    (lines, isOfDocument) => sql`exists (
       select from ${lines} l where l.platform_id = ${platformId} and ${isOfDocument}
         and l.${sql.ref(column)} = any (${ids}::uuid[]))`,
  )
  return rows.map((row) =>
    warehouses && !warehouses.includes(row.warehouseId) ? { type: row.type } : named(row),
  )
}

/** Documents of a warehouse that are still open. */
export async function listOpenDocumentsOf(
  db: Db,
  platformId: string,
  warehouseId: string,
): Promise<OpenDocument[]> {
  const rows = await listOpen(db, platformId, () => sql`d.warehouse_id = ${warehouseId}`)
  return rows.map(named)
}
