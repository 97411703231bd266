import { trackingKey, trackingKeys } from '@stowage/contract/tracking'
import { sql, type RawBuilder } from 'kysely'
import { containsFolded, endOf } from '../../database/like.ts'
import { ofWarehouse } from '../../warehouse/stock/document-queries.ts'
import { mostTracked, shipmentsTrackedBy } from '../orders/list-queries.ts'
import { packageNumber } from '../packing/list-queries.ts'
import type { Owner } from '../../workspace/documents/queries.ts'

/** The shipments with a package whose tracking number begins like this. */
function shipmentsOfParcels(platformId: string, q: string): RawBuilder<string[]> {
  const begins = trackingKeys(q).map(
    (key) => sql`(k.tracking collate "C" >= ${key} and k.tracking collate "C" < ${endOf(key)})`,
  )
  const isMeant = begins.length === 0 ? sql`false` : sql.join(begins, sql` or `)
  return sql`array(
    select k.shipment_id from tenant.packages k
    where k.platform_id = ${platformId} and k.tracking <> '' and (${isMeant})
    limit ${sql.lit(mostTracked)})`
}

const ofOrder = (column: RawBuilder<unknown>) => sql`(
  select ${column} from tenant.orders o
  left join tenant.customers c on c.platform_id = o.platform_id and c.customer_id = o.customer_id
  where o.platform_id = d.platform_id and o.order_id = d.order_id)`

export const ofShipments: Owner = {
  ...ofWarehouse,
  columns: {
    ...ofWarehouse.columns,
    order: ofOrder(sql`o.number`),
    externalId: ofOrder(sql`o.external_id`),
    customer: ofOrder(sql`c.name`),
    fulfillment: sql`(
      select f.number from tenant.fulfillments f
      where f.platform_id = d.platform_id and f.fulfillment_id = d.fulfillment_id)`,
    manifest: sql`(
      select m.number from tenant.manifests m
      where m.platform_id = d.platform_id and m.manifest_id = d.manifest_id)`,
  },
  listColumns: {
    weightG: sql`(
      select sum(k.weight_g)::int from tenant.packages k
      where k.platform_id = d.platform_id and k.shipment_id = d.shipment_id)`,
    parcels: sql`coalesce((
      select jsonb_agg(jsonb_build_object('packageId', k.package_id, 'number', ${packageNumber},
        'tracking', k.tracking) order by k.package_no)
      from tenant.packages k
      where k.platform_id = d.platform_id and k.shipment_id = d.shipment_id), '[]')`,
  },
  filters: {
    ...ofWarehouse.filters,
    order: (id) => sql<boolean>`d.order_id = ${id}`,
    fulfillment: (id) => sql<boolean>`d.fulfillment_id = ${id}`,
    carrier: (name) => sql<boolean>`d.carrier = ${name}`,
    manifest: (id) => sql<boolean>`d.manifest_id = ${id}`,
    handedOver: (answer) =>
      answer === 'no'
        ? sql<boolean>`d.state = 'shipped' and d.manifest_id is null`
        : sql<boolean>`d.manifest_id is not null`,
    search: (q, { platform }) => sql<boolean>`(${containsFolded(sql`d.number`, q)}
      or ${containsFolded(sql`d.tracking`, q)}
      or ${containsFolded(sql`d.tracking`, trackingKey(q))}
      or d.shipment_id = any (${shipmentsOfParcels(platform.id, q)}))`,
  },
  isExactly: (q, { platform }) => sql<boolean>`(d.number = ${q.toUpperCase()}
    or d.shipment_id = any (${shipmentsTrackedBy(platform.id, q)}))`,
}
