import { waitingStates } from '@stowage/contract/orders/waiting'
import { sql } from 'kysely'
import type { TileSource } from '../../workspace/home/source-queries.ts'

const fulfillmentsIn =
  (states: readonly string[]): TileSource =>
  (platformId, scope) =>
    sql`
    select count(*), min(d.created_at) from tenant.fulfillments d
    where d.platform_id = ${platformId} and d.state in (${sql.join(states.map((one) => sql.lit(one)))})
      and (${scope}::uuid[] is null or d.warehouse_id = any (${scope}::uuid[]))`

export const toPickTile = fulfillmentsIn(waitingStates.toPick)
export const toPackTile = fulfillmentsIn(waitingStates.toPack)
export const toShipTile = fulfillmentsIn(waitingStates.toShip)
