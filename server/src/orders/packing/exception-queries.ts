import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'
import { packageNumber } from './list-queries.ts'
import { kept, type ExceptionSource } from '../../workspace/exceptions/source-queries.ts'

/** Scans into packages that wait on a device because the server refused them. */
export const packConflictSource: ExceptionSource = {
  needs: 'order.read',
  isResolvable: true,
  open: kept('pack_conflict', () => sql<boolean>`true`),
}

type Found = { warehouseId: string; fulfillmentId: string; fulfillment: string; number: string }

/** The fulfillment of a package, whichever state both are in. */
export const findPackage = prepareRead(
  (_: Db, platformId: string, packageId: string) => sql<Found>`
    select f.warehouse_id as "warehouseId", f.fulfillment_id as "fulfillmentId",
      f.number as fulfillment, ${packageNumber} as number
    from tenant.packages k
    join tenant.fulfillments f
      on f.platform_id = k.platform_id and f.fulfillment_id = k.fulfillment_id
    where k.platform_id = ${platformId} and k.package_id = ${packageId}`,
)
