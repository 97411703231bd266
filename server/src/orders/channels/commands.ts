import type { Channel, channels } from '@stowage/contract/orders/channels'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Author } from '../../workspace/documents/commands.ts'
import {
  changesOf,
  createRecord,
  lockVersion,
  saveRecord,
  recordChanges,
  describeChange,
} from '../../workspace/records/commands.ts'
import { writeRecords } from '../../workspace/records/queries.ts'
import { channelRecord, countSellable, findChannel, findChannelByCode } from './queries.ts'

/** The channel of orders that are entered by hand. Each platform has it once it is asked for. */
const manual = {
  code: 'MANUAL',
  name: 'Manual',
  kind: 'manual',
  warehouseIds: [],
  splitPolicy: 'fewest_shipments',
  mode: 'backorder',
  confirmsAtOnce: false,
  state: 'active',
  version: 1,
} as const

/** Returns the channel for orders without one, which is created the first time. */
export async function findOrCreateManualChannel(tx: Tx, actor: Author): Promise<Channel> {
  const { platform, at } = actor
  const found = await findChannelByCode(tx, platform.id, manual.code)
  if (found) return found
  const channel = { id: newId(), ...manual, warehouseIds: [], createdAt: at.toISOString() }
  const inserted = await writeRecords(tx, channelRecord, actor, [channel], 'skip')
  if (inserted.has(channel.id))
    await recordChanges(tx, actor, [
      describeChange(channelRecord, actor, channel, { change: 'created' }),
    ])
  return (await findChannelByCode(tx, platform.id, manual.code)) ?? notFound()
}

/** Returns the channel of a new order. Fails for one that is not in use. */
export async function findOrderChannel(
  tx: Tx,
  actor: Author,
  channelId: string | undefined,
): Promise<Channel> {
  if (channelId === undefined) return findOrCreateManualChannel(tx, actor)
  const channel = await findChannel(tx, actor.platform.id, channelId)
  if (channel?.state !== 'active') return failField('channelId', 'This channel doesn’t exist')
  return channel
}

export async function createChannel(
  tx: Tx,
  actor: WorkspaceMember,
  body: Input<typeof channels.create>['body'],
): Promise<Channel> {
  await requireWarehouses(tx, actor, body.warehouseIds)
  return createRecord(tx, channelRecord, actor, { ...body, state: 'active' })
}

/** Changes, archives or restores a channel. Its orders keep what they were confirmed with. */
export async function changeChannel(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: Input<typeof channels.update>['body'],
): Promise<Channel> {
  const before = await lockVersion(tx, channelRecord, actor, id, version)
  await requireWarehouses(tx, actor, values.warehouseIds ?? [])
  const { state = before.state, ...others } = values
  const changed = [...Object.keys(others), ...(state === before.state ? [] : ['state'])]
  return saveRecord(tx, channelRecord, actor, before, values, changesOf(changed, state))
}

async function requireWarehouses(tx: Tx, { platform }: WorkspaceMember, ids: readonly string[]) {
  const distinct = new Set(ids.map((id) => id.toLowerCase()))
  if (distinct.size < ids.length) failField('warehouseIds', 'Name each warehouse once')
  if (ids.length > 0 && (await countSellable(tx, platform.id, [...distinct])) < distinct.size)
    failField('warehouseIds', 'One of these warehouses doesn’t exist')
}
