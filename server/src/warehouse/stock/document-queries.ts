import { sql } from 'kysely'
import type { Owner } from '../../workspace/documents/queries.ts'

/* What the documents of the stock have in common in SQL; a document is `d`, a line of it `l`. */

/** A document of one warehouse, seen by members who see the warehouse. */
export const ofWarehouse: Owner = {
  columns: {
    warehouseCode: sql`(
      select w.code from tenant.warehouses w
      where w.platform_id = d.platform_id and w.warehouse_id = d.warehouse_id)`,
  },
  isVisibleTo: ({ warehouses }) =>
    warehouses === null
      ? sql<boolean>`true`
      : sql<boolean>`d.warehouse_id = any (${warehouses}::uuid[])`,
  filters: { warehouse: (id) => sql<boolean>`d.warehouse_id = ${id}` },
}

/** The same, in the time zone of the warehouse. */
export const ofWarehouseInItsTime: Owner = {
  ...ofWarehouse,
  columns: {
    ...ofWarehouse.columns,
    timezone: sql`(
      select w.timezone from tenant.warehouses w
      where w.platform_id = d.platform_id and w.warehouse_id = d.warehouse_id)`,
  },
}

/** A column of the move that was posted for a document. */
export const moveColumn = (
  platformId: string,
  sourceType: string,
  documentId: string,
  column: 'moveId' | 'effectiveAt',
) => sql`(
  select ${sql.ref(`m.${column}`)} from tenant.stock_moves m
  where m.platform_id = ${platformId} and m.source_type = ${sourceType}
    and m.source_id = ${documentId})`

/** The columns of `StockLine` that are stored with a line or belong to its item and its location. */
export const stockLineColumns = sql`
  l.line_no as "lineNo", l.variant_id as "variantId", v.sku, v.unit,
  concat_ws(' ', p.name, nullif(v.name, '')) as name, v.qty_scale as "qtyScale", l.status,
  jsonb_build_object('locationId', o.location_id, 'code', o.code, 'status', o.status,
    'receivable', o.receivable, 'isLimited', o.is_limited) as place`

/** Variant `v`, product `p`, location `o` and lot `t` of a line. */
export const stockLineJoins = sql`
  join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
  join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
  join tenant.locations o on o.platform_id = l.platform_id and o.location_id = l.location_id
  left join tenant.lots t on t.platform_id = l.platform_id and t.lot_id = l.lot_id`
