import type { FulfillmentState } from '@stowage/contract/orders/fulfillments'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { givenIds } from '../../database/given.ts'
import { prepare } from '../../database/prepared.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { byFulfillment } from '../fulfillments/queries.ts'

/**
 * The number of package `k`: that of the fulfillment it was opened for, and which of its packages it is. It stays on the
 * label, also when the package is shipped before the rest.
 */
export const packageNumber = sql<string>`coalesce((
    select g.number from tenant.fulfillments g
    where g.platform_id = k.platform_id and g.fulfillment_id = k.numbered_in), (
    select g.number from tenant.fulfillments g
    where g.platform_id = k.platform_id and g.fulfillment_id = k.fulfillment_id))
  || '-P' || k.package_no`

/** The packages that are numbered in a fulfillment, in whichever they are. */
export const packagesNumberedIn = (platformId: string, fulfillmentId: RawBuilder<unknown>) => sql`(
  select * from tenant.packages
  where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId} and numbered_in is null
  union all
  select * from tenant.packages
  where platform_id = ${platformId} and numbered_in = ${fulfillmentId})`

export type PackageHead = {
  id: string
  number: string
  packageNo: number
  state: 'open' | 'closed'
}

/** A package with what is in it; quantities are quanta. */
export type PackageRow = PackageHead & {
  box: string
  weightG: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  tracking: string
  createdAt: Date
  createdByName: string | null
  closedAt: Date | null
  lines: {
    lineNo: number
    variantId: string
    sku: string
    name: string
    unit: string
    qtyScale: number
    lot: string | null
    serial: string | null
    qty: string
    isScanned: boolean
  }[]
}

/** Returns the packages of several fulfillments, in the order in which they were opened. */
export async function listPackagesOfFulfillments(
  db: Db,
  platformId: string,
  ids: readonly string[],
): Promise<Map<string, PackageRow[]>> {
  return byFulfillment(await readPackages(db, platformId, JSON.stringify(ids)))
}

const packageRows = <Row>(
  platformId: string,
  chosen: RawBuilder<unknown>,
  more = sql``,
) => sql<Row>`
    select ${more} k.package_id as id, ${packageNumber} as number,
      k.package_no as "packageNo", k.state, k.box, k.weight_g as "weightG", k.length_mm as "lengthMm", k.width_mm as "widthMm", k.height_mm as "heightMm",
      k.tracking, k.created_at as "createdAt", k.closed_at as "closedAt",
      ${nameOfMember(platformId, sql`k.created_by`)} as "createdByName",
      coalesce((
        select jsonb_agg(jsonb_build_object('lineNo', c.line_no, 'variantId', l.variant_id,
          'sku', v.sku, 'name', concat_ws(' ', p.name, nullif(v.name, '')), 'unit', v.unit,
          'qtyScale', v.qty_scale, 'lot', g.code, 'serial', s.code, 'qty', c.qty::text,
          'isScanned', c.is_scanned) order by c.line_no, g.code, s.code)
        from tenant.package_lines c
        join tenant.fulfillment_lines l on l.platform_id = c.platform_id
          and l.fulfillment_id = c.fulfillment_id and l.line_no = c.line_no
        join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
        join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
        left join tenant.lots g on g.platform_id = c.platform_id and g.lot_id = c.lot_id
        left join tenant.serials s on s.platform_id = c.platform_id and s.serial_id = c.serial_id
        where c.platform_id = k.platform_id and c.package_id = k.package_id), '[]') as lines
    from ${chosen}
    order by k.fulfillment_id, k.package_no`

const readPackages = prepare((_: Db, platformId: string, ids: string) =>
  packageRows<PackageRow & { fulfillmentId: string }>(
    platformId,
    sql`${givenIds(ids)} asked
    join tenant.packages k on k.platform_id = ${platformId} and k.fulfillment_id = asked.id`,
    sql`k.fulfillment_id as "fulfillmentId",`,
  ),
)

/** The same of one fulfillment; planned once, as of several it is not known how many they are. */
export const listPackages = prepare((_: Db, platformId: string, fulfillmentId: string) =>
  packageRows<PackageRow>(
    platformId,
    sql`(select * from tenant.packages
      where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId}) k`,
  ),
)

/** Returns the packages that were opened for a fulfillment and shipped before the rest, in fulfillments of their own. */
export const listLeftPackages = prepare((_: Db, platformId: string, fulfillmentId: string) =>
  packageRows<PackageRow & { fulfillmentState: FulfillmentState }>(
    platformId,
    sql`(select * from tenant.packages
      where platform_id = ${platformId} and numbered_in = ${fulfillmentId}) k
    join tenant.fulfillments f
      on f.platform_id = k.platform_id and f.fulfillment_id = k.fulfillment_id`,
    sql`f.state as "fulfillmentState",`,
  ),
)

/** A package that is shipped or can be, without what is in it. */
export type ParcelRow = PackageHead & { tracking: string }

const parcelsOf = (platformId: string) => sql`
  select k.package_id as id, ${packageNumber} as number, k.package_no as "packageNo", k.state, k.tracking
  from tenant.packages k
  where k.platform_id = ${platformId}`

export const listParcels = prepare(
  (_: Db, platformId: string, fulfillmentId: string) => sql<ParcelRow>`
    ${parcelsOf(platformId)} and k.fulfillment_id = ${fulfillmentId} order by k.package_no`,
)

export const listParcelsOfShipment = prepare(
  (_: Db, platformId: string, shipmentId: string) => sql<ParcelRow>`
    ${parcelsOf(platformId)} and k.shipment_id = ${shipmentId} order by k.package_no`,
)
