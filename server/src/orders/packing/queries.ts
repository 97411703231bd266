import { sql } from 'kysely'
import { givenIds, givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { prepare, prepareRead, prepareWrite, runPipelined } from '../../database/prepared.ts'
import { prepareLock, type Scoped } from '../../workspace/documents/queries.ts'
import { fulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { packageNumber, type PackageHead } from './list-queries.ts'
import type { Measures, Packable } from './rules.ts'

/** Where a package was found while its fulfillment was waited for. */
type FoundPackage = PackageHead & { fulfillmentId: string }

export type LockedPackage = {
  fulfillment: FulfillmentRow
  package: PackageHead
  items: Packable[]
  past: PastScan | undefined
}

/** Quantity a repeated scan had packed, or taken out (below zero). */
type PastScan = { packageId: string; variantId: string; qty: string }

/**
 * Locks the fulfillment of a package and returns both with what there is to pack, in one round trip; undefined for
 * a package that is not there or out of the member's sight. `scanId` is looked up once the lock is held.
 */
export async function lockPackage(
  tx: Tx,
  actor: Scoped,
  packageId: string,
  scanId?: string,
  isAgain = false,
): Promise<LockedPackage | undefined> {
  const platformId = actor.platform.id
  const [fulfillment, found, items, past] = await Promise.all([
    lockFulfillmentOfPackage(tx, actor, packageId),
    findPackage(tx, platformId, packageId),
    listItemsWith(tx, platformId, packageId),
    scanId === undefined ? undefined : findScan(tx, platformId, scanId),
  ])
  // It was shipped before the rest meanwhile.
  if (found && fulfillment?.id !== found.fulfillmentId && !isAgain)
    return lockPackage(tx, actor, packageId, scanId, true)
  if (!fulfillment || !found) return undefined
  return { fulfillment, package: found, items, past }
}

const lockFulfillmentOfPackage = prepareLock<FulfillmentRow>(
  fulfillments,
  (platformId, packageId) => sql<boolean>`d.fulfillment_id = (
    select fulfillment_id from tenant.packages
    where platform_id = ${platformId} and package_id = ${packageId})`,
)

const findPackage = prepareRead(
  (_: Db, platformId: string, packageId: string) => sql<FoundPackage>`
    select k.package_id as id, ${packageNumber} as number, k.package_no as "packageNo", k.state,
      k.fulfillment_id as "fulfillmentId"
    from tenant.packages k
    where k.platform_id = ${platformId} and k.package_id = ${packageId}`,
)

const findScan = prepareRead(
  (_: Db, platformId: string, scanId: string) => sql<PastScan>`
    select package_id as "packageId", variant_id as "variantId", qty from tenant.package_scans
    where platform_id = ${platformId} and scan_id = ${scanId}`,
)

/**
 * Returns the query for what was picked for a fulfillment, by line, lot and serial number, and how much of it
 * is packed.
 */
const selectItems = (
  platformId: string,
  fulfillmentId: unknown,
  packageId: unknown,
) => sql<Packable>`
  select t.line_no as "lineNo", v.variant_id as "variantId", v.sku, v.unit, v.qty_scale as "qtyScale",
    concat_ws(' ', p.name, nullif(v.name, '')) as name, t.lot_id as "lotId", g.code as lot,
    t.serial_id as "serialId", s.code as serial, t.qty::text as picked,
    coalesce(c.qty, 0)::text as packed, coalesce(c.here, 0)::text as here,
    coalesce((
      select jsonb_agg(jsonb_build_object('code', b.code, 'gtin14', b.gtin14,
        'numerator', coalesce(u.numerator, 1)::text, 'denominator', coalesce(u.denominator, 1)::text))
      from tenant.barcodes b
      left join tenant.variant_units u
        on u.platform_id = b.platform_id and u.variant_id = b.variant_id and u.code = b.unit
      where b.platform_id = ${platformId} and b.variant_id = v.variant_id), '[]') as barcodes
  from (
    select line_no, lot_id, serial_id, sum(qty) as qty from tenant.pick_tasks
    where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId} and state = 'done'
    group by 1, 2, 3) t
  join tenant.fulfillment_lines l on l.platform_id = ${platformId}
    and l.fulfillment_id = ${fulfillmentId} and l.line_no = t.line_no
  join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = l.variant_id
  join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
  left join tenant.lots g on g.platform_id = ${platformId} and g.lot_id = t.lot_id
  left join tenant.serials s on s.platform_id = ${platformId} and s.serial_id = t.serial_id
  left join (
    select line_no, lot_id, serial_id, sum(qty) as qty,
      sum(qty) filter (where package_id = ${packageId}) as here
    from tenant.package_lines
    where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId}
    group by 1, 2, 3) c on c.line_no = t.line_no and c.lot_id is not distinct from t.lot_id
      and c.serial_id is not distinct from t.serial_id
  order by g.expires_on, t.line_no, g.code, s.code`

const listItemsWith = prepare((_: Db, platformId: string, packageId: string) =>
  selectItems(
    platformId,
    sql`(select fulfillment_id from tenant.packages
      where platform_id = ${platformId} and package_id = ${packageId})`,
    packageId,
  ),
)

/** Returns what there is to pack of a fulfillment, and of it what is in no package yet. */
export const listItems = prepare((_: Db, platformId: string, fulfillmentId: string) =>
  selectItems(platformId, fulfillmentId, null),
)

type Made = { id: string; fulfillmentId: string; at: Date; by: string } & Measures

const contentColumns = `id uuid, "lineNo" int, "lotId" uuid, "serialId" uuid, qty bigint`

/** The values of a new package, up to who made it. */
const nextPackage = (platformId: string, { id, fulfillmentId, at, by, ...measures }: Made) => sql`
    select ${platformId}, ${id}, ${fulfillmentId}, coalesce(max(n.package_no), 0) + 1,
      coalesce(${measures.box}::text, ''), ${measures.weightG}::int, ${measures.lengthMm}::int,
      ${measures.widthMm}::int, ${measures.heightMm}::int, ${at}, ${by}`

/** Numbers on labels are not used again, of packages that were shipped before the rest either. */
const numbersIn = (platformId: string, fulfillmentId: string) => sql`
    from (
      select package_no from tenant.packages
      where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId}
      union all
      select package_no from tenant.packages
      where platform_id = ${platformId} and numbered_in = ${fulfillmentId}) n`

/** Inserts an open package with the next number of its fulfillment, which is locked. */
export const insertPackage = prepareWrite(
  (_: Db, platformId: string, made: Made) => sql`
    insert into tenant.packages (platform_id, package_id, fulfillment_id, package_no, box, weight_g,
      length_mm, width_mm, height_mm, created_at, created_by)
    ${nextPackage(platformId, made)} ${numbersIn(platformId, made.fulfillmentId)}`,
)

/** Inserts a package that is closed with these contents, if there are any; numbered like one that is opened. */
export async function insertPacked(
  tx: Tx,
  platformId: string,
  made: Made,
  contents: readonly Content[],
): Promise<void> {
  if (contents.length > 0) await insertWithLines(tx, platformId, made, linesOf(contents))
}

const insertWithLines = prepareWrite(
  (_: Db, platformId: string, made: Made, lines: string) => sql`
    with package as (
      insert into tenant.packages (platform_id, package_id, fulfillment_id, package_no, box, weight_g,
        length_mm, width_mm, height_mm, created_at, created_by, state, closed_at, closed_by)
      ${nextPackage(platformId, made)}, 'closed', ${made.at}, ${made.by}
      ${numbersIn(platformId, made.fulfillmentId)}
    )
    insert into tenant.package_lines (platform_id, package_line_id, package_id, fulfillment_id, line_no,
      lot_id, serial_id, qty, is_scanned)
    select ${platformId}, g.id, ${made.id}, ${made.fulfillmentId}, g."lineNo", g."lotId", g."serialId",
      g.qty, false
    from ${givenRows(lines, contentColumns)} g`,
)

/** Closes the open packages among these; measures that are not given stay as they are. */
export const closePackages = (
  tx: Tx,
  platformId: string,
  ids: readonly string[],
  how: { at: Date; by: string } & Measures,
): Promise<void> => close(tx, platformId, JSON.stringify(ids), how)

const close = prepareWrite(
  (
    _: Db,
    platformId: string,
    ids: string,
    { at, by, ...measures }: { at: Date; by: string } & Measures,
  ) => sql`
    update tenant.packages k
    set state = 'closed', closed_at = ${at}, closed_by = ${by},
      box = coalesce(${measures.box}::text, k.box),
      weight_g = coalesce(${measures.weightG}::int, k.weight_g),
      length_mm = coalesce(${measures.lengthMm}::int, k.length_mm),
      width_mm = coalesce(${measures.widthMm}::int, k.width_mm),
      height_mm = coalesce(${measures.heightMm}::int, k.height_mm)
    from ${givenIds(ids)} given
    where k.platform_id = ${platformId} and k.package_id = given.id and k.state = 'open'`,
)

export const reopenPackage = prepareWrite(
  (_: Db, platformId: string, packageId: string) => sql`
    update tenant.packages set state = 'open', closed_at = null, closed_by = null
    where platform_id = ${platformId} and package_id = ${packageId}`,
)

/** Deletes a package with what was in it. */
export const deletePackage = prepareWrite(
  (_: Db, platformId: string, packageId: string) => sql`
    delete from tenant.packages where platform_id = ${platformId} and package_id = ${packageId}`,
)

/** Deletes the packages of a fulfillment that nothing is in. */
export const discardEmpty = prepareWrite(
  (_: Db, platformId: string, fulfillmentId: string) => sql`
    delete from tenant.packages k
    where k.platform_id = ${platformId} and k.fulfillment_id = ${fulfillmentId} and not exists (
      select from tenant.package_lines c
      where c.platform_id = k.platform_id and c.package_id = k.package_id)`,
)

/** Puts the packages of a fulfillment into its shipment, each with its tracking number. */
export const shipPackages = prepareWrite(
  (_: Db, platformId: string, fulfillmentId: string, shipmentId: string, tracking: string) => sql`
    update tenant.packages
    set shipment_id = ${shipmentId}, tracking = coalesce(${trackingIn(tracking)}, '')
    where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId}`,
)

/** Takes the packages of a fulfillment back from its shipment, whose labels are void. */
export const unshipPackages = prepareWrite(
  (_: Db, platformId: string, fulfillmentId: string) => sql`
    update tenant.packages set shipment_id = null, tracking = ''
    where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId}`,
)

/** Gives packages of a shipment these tracking numbers; those that are not named keep theirs. */
export const setTracking = prepareWrite(
  (_: Db, platformId: string, shipmentId: string, tracking: string) => sql`
    update tenant.packages set tracking = coalesce(${trackingIn(tracking)}, tracking)
    where platform_id = ${platformId} and shipment_id = ${shipmentId}`,
)

/** The tracking number that is given for a package; null where none is. */
const trackingIn = (given: string) => sql`(
  select g.tracking from jsonb_to_recordset(${given}::jsonb) as g("packageId" uuid, tracking text)
  where g."packageId" = package_id)`

/** A quantity of what was picked that goes into a package or out of it; quanta, as text. */
export type Content = {
  lineNo: number
  lotId: string | null
  serialId: string | null
  qty: string
}

const linesOf = (contents: readonly Content[]) =>
  JSON.stringify(contents.map((one) => ({ id: newId(), ...one })))

const contentsOf = (contents: readonly Content[]) =>
  sql`${givenRows(JSON.stringify(contents), contentColumns)} g`

/** Puts contents into a package of a locked fulfillment. */
export async function addContents(
  tx: Tx,
  platformId: string,
  { packageId, fulfillmentId }: { packageId: string; fulfillmentId: string },
  contents: readonly Content[],
  isScanned: boolean,
): Promise<void> {
  if (contents.length === 0) return
  await add(tx, platformId, { packageId, fulfillmentId, isScanned }, linesOf(contents))
}

type Into = { packageId: string; fulfillmentId: string; isScanned: boolean }

const add = prepareWrite(
  (_: Db, platformId: string, { packageId, fulfillmentId, isScanned }: Into, lines: string) => sql`
    insert into tenant.package_lines as c (platform_id, package_line_id, package_id, fulfillment_id, line_no, lot_id,
      serial_id, qty, is_scanned)
    select ${platformId}, g.id, ${packageId}, ${fulfillmentId}, g."lineNo", g."lotId", g."serialId", g.qty,
      ${isScanned}
    from ${givenRows(lines, contentColumns)} g
    on conflict on constraint package_lines_content_key
    do update set qty = c.qty + excluded.qty, is_scanned = c.is_scanned and excluded.is_scanned`,
)

/** Takes contents out of a package of a locked fulfillment. */
export async function takeContents(
  tx: Tx,
  platformId: string,
  packageId: string,
  contents: readonly Content[],
): Promise<void> {
  const given = contentsOf(contents)
  const isSame = sql`c.platform_id = ${platformId} and c.package_id = ${packageId}
    and c.line_no = g."lineNo" and c.lot_id is not distinct from g."lotId"
    and c.serial_id is not distinct from g."serialId"`
  await Promise.all([
    runPipelined(
      tx,
      sql`delete from tenant.package_lines c using ${given} where ${isSame} and c.qty = g.qty`,
    ),
    runPipelined(
      tx,
      sql`
        update tenant.package_lines c set qty = c.qty - g.qty from ${given}
        where ${isSame} and c.qty > g.qty`,
    ),
  ])
}

type Scan = { scanId: string; packageId: string; variantId: string; qty: string }

export const insertScan = prepareWrite(
  (_: Db, platformId: string, { scanId, packageId, variantId, qty }: Scan) => sql`
    insert into tenant.package_scans (platform_id, scan_id, package_id, variant_id, qty)
    values (${platformId}, ${scanId}, ${packageId}, ${variantId}, ${qty}::bigint)`,
)
