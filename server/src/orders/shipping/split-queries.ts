import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead, runPipelined } from '../../database/prepared.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { moveLines, type LineQuantity, type Transfer } from '../fulfillments/split-queries.ts'
import { packageNumber } from '../packing/list-queries.ts'
import { movePackages } from '../packing/split-queries.ts'
import { moveTasks, type TaskTransfer } from '../picking/split-queries.ts'
import type { PackedContent } from './rules.ts'

/** Returns what is in these packages. */
export async function listContents(
  tx: Tx,
  platformId: string,
  packageIds: readonly string[],
): Promise<PackedContent[]> {
  return runPipelined(
    tx,
    sql<PackedContent>`
      select line_no as "lineNo", lot_id as "lotId", serial_id as "serialId", sum(qty)::text as qty
      from tenant.package_lines
      where platform_id = ${platformId} and package_id = any (${[...packageIds]}::uuid[])
      group by 1, 2, 3 order by 1, 2, 3`,
  )
}

type Elsewhere = { number: string; shippedBy: string | null }

/** Returns a package of an order in whichever of its fulfillments it is, and who shipped it. */
export const findParcelOfOrder = prepareRead(
  (_: Db, platformId: string, orderId: string, packageId: string) => sql<Elsewhere>`
    select ${packageNumber} as number, case when k.shipment_id is not null then coalesce((
        select ${nameOfMember(platformId, sql`s.created_by`)} from tenant.shipments s
        where s.platform_id = k.platform_id and s.shipment_id = k.shipment_id), 'Someone')
      end as "shippedBy"
    from tenant.packages k
    join tenant.fulfillments f
      on f.platform_id = k.platform_id and f.fulfillment_id = k.fulfillment_id
    where k.platform_id = ${platformId} and k.package_id = ${packageId} and f.order_id = ${orderId}`,
)

/** Packages that leave their fulfillment `from` for another, and what of its lines and tasks leaves with them. */
export type PackageMove = Transfer &
  TaskTransfer & {
    packageIds: readonly string[]
    /** Quantity leaving from each line; quanta. */
    lines: readonly LineQuantity[]
  }

/**
 * Moves packages from one fulfillment to another, with their lines, their tasks and what was allocated for these. In
 * one statement, because the keys between them are checked at its end.
 */
export async function moveParcels(tx: Tx, platformId: string, move: PackageMove): Promise<void> {
  await runPipelined(
    tx,
    sql`with ${sql.join([
      moveLines(platformId, move, move.lines),
      moveTasks(platformId, move, move),
      movePackages(platformId, move, move.packageIds),
    ])} select`,
  )
}
