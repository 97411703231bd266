import type { Channel, channels } from '@stowage/contract/orders/channels'
import type { Input } from '@stowage/contract/route'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
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
  { platform, at }: Pick<WorkspaceMember, 'platform' | 'at'>,
): Promise<Channel> {
  const found = await findChannelByCode(tx, platform.id, manual.code)
  if (found) return found
  const channel = { id: newId(), ...manual, warehouseIds: [], createdAt: at.toISOString() }
  await insertChannel(tx, platform.id, channel, true)
  return (await findChannelByCode(tx, platform.id, manual.code)) ?? notFound()
}

/** Returns the channel of a new order. Fails for one that is not in use. */
export async function findOrderChannel(
  tx: Tx,
  actor: Pick<WorkspaceMember, 'platform' | 'at'>,
  channelId: string | undefined,
): Promise<Channel> {
  if (channelId === undefined) return findOrCreateManualChannel(tx, actor)
  const channel = await findChannel(tx, actor.platform.id, channelId)
  if (channel?.state !== 'active') return failField('channelId', 'This channel doesn’t exist')
  return channel
}

const targetOf = ({ id, code }: Channel) => ({ target: { type: 'channel', id, name: code } })

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
  await record(tx, actor, 'CHANNEL_CREATED', targetOf(channel))
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
  const action =
    saved.state === before.state
      ? 'CHANNEL_UPDATED'
      : saved.state === 'archived'
        ? 'CHANNEL_ARCHIVED'
        : 'CHANNEL_RESTORED'
  await record(tx, actor, action, {
    ...targetOf(saved),
    metadata: { changed: Object.keys(values) },
  })
  return saved
}

async function requireWarehouses(tx: Tx, { platform }: WorkspaceMember, ids: readonly string[]) {
  const distinct = new Set(ids.map((id) => id.toLowerCase()))
  if (distinct.size < ids.length) failField('warehouseIds', 'Name each warehouse once')
  if (ids.length > 0 && (await countSellable(tx, platform.id, [...distinct])) < distinct.size)
    failField('warehouseIds', 'One of these warehouses doesn’t exist')
}
