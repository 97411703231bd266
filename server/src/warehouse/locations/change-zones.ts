import type { Input } from '@stowage/contract/route'
import type { Zone, zones } from '@stowage/contract/warehouse/zones'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { createRecord } from '../../workspace/records/commands.ts'
import { getOpenWarehouse } from './change-warehouse.ts'
import { zoneRecord } from './zone-queries.ts'

export async function addZone(
  tx: Tx,
  actor: WorkspaceMember,
  values: Input<typeof zones.create>['body'],
): Promise<Zone> {
  await getOpenWarehouse(tx, actor, values.warehouseId)
  return createRecord(tx, zoneRecord, actor, { ...values, state: 'active' })
}
