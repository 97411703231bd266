import type { LotState } from '@stowage/contract/warehouse/lots'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import { packageNumber } from './list-queries.ts'

/** A lot that was picked for a fulfillment, and the first package it is in; the day is that of the warehouse. */
type PickedLot = {
  lotId: string
  sku: string
  code: string
  expiresOn: string | null
  state: LotState
  day: string
  package: string | null
}

/** Returns the lots that were picked for a fulfillment and may not leave: on hold, recalled or expired by now. */
export const listLotsThatStay = prepare(
  (_: Db, platformId: string, fulfillmentId: string, at: Date) => sql<PickedLot>`
    select g.lot_id as "lotId", v.sku, g.code, g.expires_on as "expiresOn", g.state,
      x.day::text as day, (
        select ${packageNumber} from tenant.package_lines c
        join tenant.packages k on k.platform_id = c.platform_id and k.package_id = c.package_id
        where c.platform_id = f.platform_id and c.fulfillment_id = f.fulfillment_id
          and c.lot_id = g.lot_id
        order by k.package_no limit 1) as package
    from tenant.fulfillments f
    join tenant.warehouses w on w.platform_id = f.platform_id and w.warehouse_id = f.warehouse_id
    cross join lateral (select (${at}::timestamptz at time zone w.timezone)::date as day) x
    join tenant.lots g on g.platform_id = f.platform_id and g.lot_id in (
      select t.lot_id from tenant.pick_tasks t
      where t.platform_id = f.platform_id and t.fulfillment_id = f.fulfillment_id
        and t.state = 'done')
      and (g.state <> 'active' or g.expires_on < x.day)
    join tenant.variants v on v.platform_id = g.platform_id and v.variant_id = g.variant_id
    where f.platform_id = ${platformId} and f.fulfillment_id = ${fulfillmentId}
    order by v.sku, g.code`,
)
