import { foldKey } from '@stowage/contract/folding'
import type { Channel } from '@stowage/contract/orders/channels'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'
import { actionsOf, defineRecord } from '../../workspace/records/queries.ts'

export const channelRecord = defineRecord<Pick<Channel, 'id' | 'version' | 'code'>, 'channel'>({
  type: 'channel',
  changes: actionsOf('CHANNEL'),
  nameOf: ({ code }) => code,
  carried: ({ code }) => ({ code }),
})

const columns = [
  ...(['channelId as id', 'code', 'name', 'kind', 'warehouseIds', 'splitPolicy', 'mode'] as const),
  ...(['confirmsAtOnce', 'state', 'version', 'createdAt'] as const),
] as const

type Row = Omit<Channel, 'kind' | 'splitPolicy' | 'mode' | 'state' | 'createdAt'> & {
  kind: string
  splitPolicy: string
  mode: string
  state: string
  createdAt: string | Date
}
const channelOf = ({ createdAt, ...row }: Row) =>
  ({ ...row, createdAt: new Date(createdAt).toISOString() }) as Channel

/** All channels by code, those that were archived at the end. */
export async function listChannels(db: Db, platformId: string): Promise<Channel[]> {
  const rows = await db
    .selectFrom('tenant.channels')
    .select(columns)
    .where('platformId', '=', platformId)
    .orderBy('state')
    .orderBy('codeKey')
    .execute()
  return rows.map(channelOf)
}

export async function findChannel(
  db: Db,
  platformId: string,
  channelId: string,
): Promise<Channel | undefined> {
  const row = await readChannel(db, platformId, channelId)
  return row && channelOf(row)
}

const readChannel = prepareRead((db: Db, platformId: string, channelId: string) =>
  db
    .selectFrom('tenant.channels')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('channelId', '=', channelId),
)

export async function findChannelByCode(
  db: Db,
  platformId: string,
  code: string,
): Promise<Channel | undefined> {
  const row = await readChannelByCode(db, platformId, foldKey(code))
  return row && channelOf(row)
}

const readChannelByCode = prepareRead((db: Db, platformId: string, codeKey: string) =>
  db
    .selectFrom('tenant.channels')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('codeKey', '=', codeKey),
)

/**
 * Inserts a channel; one whose code is taken is left as it is when `isSeed`, else the constraint refuses. Returns whether
 * it was inserted.
 */
export async function insertChannel(
  tx: Tx,
  platformId: string,
  { id, createdAt, warehouseIds, ...channel }: Channel,
  isSeed = false,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('tenant.channels')
    .values({
      platformId,
      channelId: id,
      ...channel,
      warehouseIds: [...warehouseIds],
      codeKey: foldKey(channel.code),
      createdAt: new Date(createdAt),
      updatedAt: new Date(createdAt),
    })
    .$if(isSeed, (insert) => insert.onConflict((conflict) => conflict.doNothing()))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Writes these values and the next version, unless somebody else has changed the channel. */
export async function saveChannel(
  tx: Tx,
  platformId: string,
  { id, version }: Pick<Channel, 'id' | 'version'>,
  values: {
    [Name in Exclude<keyof Channel, 'id' | 'version' | 'createdAt'>]?: Channel[Name] | undefined
  },
  at: Date,
): Promise<Channel | undefined> {
  const row = await tx
    .updateTable('tenant.channels')
    .set((column) => ({
      ...values,
      ...(values.code !== undefined && { codeKey: foldKey(values.code) }),
      updatedAt: at,
      version: column('version', '+', 1),
    }))
    .where('platformId', '=', platformId)
    .where('channelId', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst()
  return row && channelOf(row)
}

/** How many of these warehouses stock can be shipped from. */
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
