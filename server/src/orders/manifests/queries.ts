import { mostLoaded, type ManifestState } from '@stowage/contract/orders/manifests'
import { trackingKeys } from '@stowage/contract/tracking'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareRead, prepareWrite, runPipelined } from '../../database/prepared.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { ofWarehouse } from '../../warehouse/stock/document-queries.ts'
import { defineDocument, type Owner, type Scoped } from '../../workspace/documents/queries.ts'
import { packageNumber, packagesNumberedIn } from '../packing/list-queries.ts'
import { manifestTransitions, packageIn, type Shipped } from './rules.ts'

export type ManifestRow = {
  id: string
  number: string
  state: ManifestState
  version: number
  createdAt: string
  createdBy: string | null
  createdByName?: string | null
  warehouseId: string
  carrier: string
  handedTo: string
  handedOverAt: string | null
  handedOverBy: string | null
  handedOverByName?: string | null
  /** Read with the row. */
  warehouseCode?: string
  /** In lists only. */
  shipmentCount?: number
  weightG?: number | null
  unweighedCount?: number
}

/** A package that is loaded, or waits for it. */
export type CartonRow = Shipped & {
  packageId: string
  number: string
  shipmentId: string
  shipment: string
  orderId: string
  order: string
  customer: string | null
  service: string
  tracking: string
  weightG: number | null
  loadedAt: Date | null
  loadedByName: string | null
}

const ofManifests: Owner = {
  ...ofWarehouse,
  listColumns: {
    shipmentCount: sql`(
      select count(distinct l.shipment_id)::int from tenant.manifest_packages l
      where l.platform_id = d.platform_id and l.manifest_id = d.manifest_id)`,
    weightG: sql`(
      select sum(k.weight_g)::int from tenant.manifest_packages l
      join tenant.packages k on k.platform_id = l.platform_id and k.package_id = l.package_id
      where l.platform_id = d.platform_id and l.manifest_id = d.manifest_id)`,
    unweighedCount: sql`(
      select count(*)::int from tenant.manifest_packages l
      join tenant.packages k on k.platform_id = l.platform_id and k.package_id = l.package_id
      where l.platform_id = d.platform_id and l.manifest_id = d.manifest_id
        and k.weight_g is null)`,
  },
  filters: {
    ...ofWarehouse.filters,
    carrier: (name) => sql<boolean>`d.carrier = ${name}`,
  },
}

export const manifests = defineDocument<ManifestRow, CartonRow, 'manifest'>({
  type: 'manifest',
  prefix: 'MF',
  table: 'tenant.manifests',
  lineTable: 'tenant.manifest_packages',
  key: 'manifestId',
  owner: ofManifests,
  columns: ['warehouseId', 'carrier', 'handedTo', 'handedOverAt', 'handedOverBy'],
  people: ['createdBy', 'handedOverBy'],
  searched: ['number', 'handedTo'],
  lineColumns: { packageId: ({ packageId }) => packageId },
  listLines: listLoaded,
  transitions: manifestTransitions,
  editable: 'open',
  unfinished: ['open'],
  recorded: ({ warehouseId, carrier, handedTo }) => ({ warehouseId, carrier, handedTo }),
})

/** Columns of a carton: shipment `s`, package `k`, and where it is loaded `l`. */
const cartonColumns = (platformId: string) => sql`
  k.package_id as "packageId", ${packageNumber} as number,
  s.shipment_id as "shipmentId", s.number as shipment, s.state, s.carrier, s.service,
  coalesce(nullif(k.tracking, ''), s.tracking) as tracking,
  s.warehouse_id as "warehouseId", o.order_id as "orderId", o.number as "order", c.name as customer,
  k.weight_g as "weightG", l.loaded_at as "loadedAt",
  ${nameOfMember(platformId, sql`l.loaded_by`)} as "loadedByName", (
    select m.number from tenant.manifests m
    where m.platform_id = s.platform_id and m.manifest_id = s.manifest_id) as "handedOverWith"`

const cartonJoins = sql`
  join tenant.orders o on o.platform_id = s.platform_id and o.order_id = s.order_id
  left join tenant.customers c on c.platform_id = o.platform_id and c.customer_id = o.customer_id`

const fromLoaded = sql`
  from tenant.manifest_packages l
  join tenant.shipments s on s.platform_id = l.platform_id and s.shipment_id = l.shipment_id
  join tenant.packages k on k.platform_id = l.platform_id and k.package_id = l.package_id
  ${cartonJoins}`

function listLoaded(db: Db, platformId: string, manifestId: string): Promise<CartonRow[]> {
  return readLoaded(db, platformId, manifestId)
}

/** Returns what is loaded in these manifests, by manifest, at most `limit` packages in all. */
export async function listLoadedOf(
  db: Db,
  platformId: string,
  manifestIds: readonly string[],
  limit: number,
): Promise<(CartonRow & { manifestId: string })[]> {
  return runPipelined(
    db,
    sql<CartonRow & { manifestId: string }>`
      select l.manifest_id as "manifestId", ${cartonColumns(platformId)} ${fromLoaded}
      where l.platform_id = ${platformId} and l.manifest_id = any (${[...manifestIds]}::uuid[])
      order by s.number, k.package_no
      limit ${limit}`,
  )
}

const readLoaded = prepare(
  (_: Db, platformId: string, manifestId: string) => sql<CartonRow>`
    select ${cartonColumns(platformId)} ${fromLoaded}
    where l.platform_id = ${platformId} and l.manifest_id = ${manifestId}
    order by l.loaded_at desc, s.number, k.package_no`,
)

/** Returns the packages that wait for the carrier of a manifest, the oldest first, at most as many as fit. */
export const listWaiting = prepare(
  (_: Db, platformId: string, warehouseId: string, carrier: string) => sql<CartonRow>`
    select ${cartonColumns(platformId)}
    from tenant.shipments s
    join tenant.packages k on k.platform_id = s.platform_id and k.shipment_id = s.shipment_id
    left join tenant.manifest_packages l
      on l.platform_id = k.platform_id and l.package_id = k.package_id
    ${cartonJoins}
    where s.platform_id = ${platformId} and s.warehouse_id = ${warehouseId}
      and s.carrier = ${carrier} and s.state = 'shipped' and s.manifest_id is null
      and l.package_id is null
    order by s.shipped_at, s.shipment_id, k.package_no
    limit ${sql.lit(mostLoaded)}`,
)

/** Returns the packages of these shipments that are not loaded, at most as many as fit. */
export const listMissing = prepare(
  (_: Db, platformId: string, manifestId: string) => sql<CartonRow>`
    select ${cartonColumns(platformId)}
    from (
      select distinct shipment_id from tenant.manifest_packages
      where platform_id = ${platformId} and manifest_id = ${manifestId}) g
    join tenant.shipments s on s.platform_id = ${platformId} and s.shipment_id = g.shipment_id
    join tenant.packages k on k.platform_id = s.platform_id and k.shipment_id = s.shipment_id
    left join tenant.manifest_packages l on l.platform_id = k.platform_id
      and l.package_id = k.package_id and l.manifest_id = ${manifestId}
    ${cartonJoins}
    where l.package_id is null
    order by s.number, k.package_no
    limit ${sql.lit(mostLoaded)}`,
)

/** Returns the id of the open manifest of a carrier. */
export const findOpen = prepareRead(
  (_: Db, platformId: string, warehouseId: string, carrier: string) => sql<{ id: string }>`
    select manifest_id as id from tenant.manifests
    where platform_id = ${platformId} and warehouse_id = ${warehouseId} and carrier = ${carrier}
      and state = 'open'`,
)

/** Match of a scan: a package or a shipment. A package that is not shipped has no shipment. */
export type Named = { shipmentId: string | null; packageId: string | null }

/** Returns what has this number or this tracking number, where the actor sees it. */
export async function findNamed(db: Db, actor: Scoped, code: string): Promise<Named[]> {
  const { id: platformId } = actor.platform
  const { fulfillment = null, packageNo = null } = packageIn(code) ?? {}
  const keys = trackingKeys(code)
  const isSeen =
    actor.warehouses === null
      ? sql`true`
      : sql`warehouse_id = any (${[...actor.warehouses]}::uuid[])`
  return runPipelined(
    db,
    sql<Named>`
      select k.shipment_id as "shipmentId", k.package_id as "packageId"
      from tenant.fulfillments f
      cross join lateral ${packagesNumberedIn(platformId, sql`f.fulfillment_id`)} k
      where f.platform_id = ${platformId} and f.number = ${fulfillment}
        and k.package_no = ${packageNo}::int and ${isSeen}
      union all
      select shipment_id, null from tenant.shipments
      where platform_id = ${platformId} and number = upper(${code}) and ${isSeen}
      union all
      (select shipment_id, null from tenant.shipments
      where platform_id = ${platformId} and tracking = any (${keys}::text[]) and tracking <> ''
        and ${isSeen}
      order by shipped_at desc limit ${sql.lit(mostNamed)})
      union all
      (select k.shipment_id, k.package_id from tenant.packages k
      join tenant.shipments s on s.platform_id = k.platform_id and s.shipment_id = k.shipment_id
      where k.platform_id = ${platformId} and k.tracking collate "C" = any (${keys}::text[])
        and k.tracking <> '' and ${isSeen}
      limit ${sql.lit(mostNamed)})`,
  )
}

/** A tracking number is of one shipment, of a few where one was voided or several parcels go under one number. */
const mostNamed = 20

/** Returns the packages of these shipments, which are locked against being voided. */
export const lockCartons = (tx: Tx, platformId: string, shipmentIds: readonly string[]) =>
  runPipelined(
    tx,
    sql<CartonRow>`
      select ${cartonColumns(platformId)}
      from tenant.shipments s
      join tenant.packages k on k.platform_id = s.platform_id and k.shipment_id = s.shipment_id
      left join tenant.manifest_packages l
        on l.platform_id = k.platform_id and l.package_id = k.package_id
      ${cartonJoins}
      where s.platform_id = ${platformId} and s.shipment_id = any (${[...shipmentIds]}::uuid[])
      order by s.shipment_id, k.package_no
      for share of s`,
  )

/** Returns in which manifest a package is loaded. */
export const findLoadedIn = prepareRead(
  (_: Db, platformId: string, packageId: string) => sql<{ manifestId: string; number: string }>`
    select l.manifest_id as "manifestId", m.number from tenant.manifest_packages l
    join tenant.manifests m on m.platform_id = l.platform_id and m.manifest_id = l.manifest_id
    where l.platform_id = ${platformId} and l.package_id = ${packageId}`,
)

/** Loads packages that are not loaded. */
export async function loadPackages(
  tx: Tx,
  { platform, id: by, at }: Scoped & { id: string; at: Date },
  manifestId: string,
  cartons: readonly Pick<CartonRow, 'packageId' | 'shipmentId'>[],
): Promise<void> {
  await runPipelined(
    tx,
    sql`
      insert into tenant.manifest_packages
        (platform_id, manifest_id, package_id, shipment_id, loaded_at, loaded_by)
      select ${platform.id}, ${manifestId}, n.package_id, n.shipment_id, ${at}, ${by}
      from unnest(
        ${cartons.map(({ packageId }) => packageId)}::uuid[],
        ${cartons.map(({ shipmentId }) => shipmentId)}::uuid[]) as n (package_id, shipment_id)
      on conflict do nothing`,
  )
}

/** Takes a package off a manifest, or all of them with null. */
export const unloadPackages = prepareWrite(
  (_: Db, platformId: string, manifestId: string, packageId: string | null) => sql`
    delete from tenant.manifest_packages
    where platform_id = ${platformId} and manifest_id = ${manifestId}
      and (${packageId}::uuid is null or package_id = ${packageId}::uuid)`,
)

/** Takes the packages of a shipment that is voided off its open manifest. */
export const unloadShipment = prepareWrite(
  (_: Db, platformId: string, shipmentId: string) => sql`
    delete from tenant.manifest_packages
    where platform_id = ${platformId} and shipment_id = ${shipmentId}`,
)
