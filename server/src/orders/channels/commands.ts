import type { Channel, channels } from '@stowage/contract/orders/channels'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Author } from '../../workspace/documents/commands.ts'
import { changesOf, tell, told } from '../../workspace/records/commands.ts'
import {
  channelRecord,
  countSellable,
  findChannel,
  findChannelByCode,
  insertChannel,
  saveChannel,
} from './queries.ts'

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
export async function findOrCreateManualChannel(
  tx: Tx,
  actor: Author,
): Promise<Channel> {
  const { platform, at } = actor
  const found = await findChannelByCode(tx, platform.id, manual.code)
  if (found) return found
  const channel = { id: newId(), ...manual, warehouseIds: [], createdAt: at.toISOString() }
  if (await insertChannel(tx, platform.id, channel, true))
    await tell(tx, actor, [told(channelRecord, actor, channel, { change: 'created' })])
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
  const channel: Channel = {
    id: newId(),
    ...body,
    state: 'active',
    version: 1,
    createdAt: actor.at.toISOString(),
  }
  await insertChannel(tx, actor.platform.id, channel)
  await tell(tx, actor, [told(channelRecord, actor, channel, { change: 'created' })])
  return channel
}

/** Changes, archives or restores a channel. Its orders keep what they were confirmed with. */
export async function changeChannel(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: Input<typeof channels.update>['body'],
): Promise<Channel> {
  const { platform, at } = actor
  const before = (await findChannel(tx, platform.id, id)) ?? notFound()
  requireVersion(before, version)
  await requireWarehouses(tx, actor, values.warehouseIds ?? [])
  const saved =
    (await saveChannel(tx, platform.id, before, values, at)) ??
    fail('version_conflict', { currentVersion: before.version + 1 })
  const names = Object.keys(values).filter((name) => name !== 'state')
  if (saved.state !== before.state) names.push('state')
  const changes = changesOf(names, saved.state)
  await tell(
    tx,
    actor,
    changes.map((change) => told(channelRecord, actor, saved, change)),
  )
  return saved
}

async function requireWarehouses(tx: Tx, { platform }: WorkspaceMember, ids: readonly string[]) {
  const distinct = new Set(ids.map((id) => id.toLowerCase()))
  if (distinct.size < ids.length) failField('warehouseIds', 'Name each warehouse once')
  if (ids.length > 0 && (await countSellable(tx, platform.id, [...distinct])) < distinct.size)
    failField('warehouseIds', 'One of these warehouses doesn’t exist')
}
