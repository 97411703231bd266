import type { Channel } from '@stowage/contract/orders/channels'
import type { Db } from '../../database/connect.ts'
import {
  defineRecord,
  findRecord,
  findTaken,
  listRecords,
} from '../../workspace/records/queries.ts'

export const channelRecord = defineRecord<Channel, 'channel'>({
  type: 'channel',
  table: 'tenant.channels',
  key: 'channelId',
  columns: [
    'code',
    'name',
    'kind',
    'warehouseIds',
    'splitPolicy',
    'mode',
    'confirmsAtOnce',
    'state',
  ],
  readOnly: ['createdAt'],
  code: 'code',
  nameOf: ({ code }) => code,
  carried: ({ code }) => ({ code }),
})

/** Whoever sees all of a platform. */
const everywhere = (id: string) => ({ platform: { id }, warehouses: null })

/** All channels by code, those that were archived at the end. */
export const listChannels = (db: Db, platformId: string): Promise<Channel[]> =>
  listRecords(db, channelRecord, everywhere(platformId), ['state', 'codeKey'])

export const findChannel = (
  db: Db,
  platformId: string,
  channelId: string,
): Promise<Channel | undefined> => findRecord(db, channelRecord, everywhere(platformId), channelId)

export const findChannelByCode = (
  db: Db,
  platformId: string,
  code: string,
): Promise<Channel | undefined> => findTaken(db, channelRecord, everywhere(platformId), { code })

/** Counts these warehouses that are sites, whose stock can be shipped. */
export async function countSellable(db: Db, platformId: string, ids: readonly string[]) {
  const { count } = await db
    .selectFrom('tenant.warehouses')
    .select((all) => all.fn.countAll<string>().as('count'))
    .where('platformId', '=', platformId)
    .where('warehouseId', 'in', [...ids])
    .where('kind', '=', 'site')
    .executeTakeFirstOrThrow()
  return Number(count)
}
