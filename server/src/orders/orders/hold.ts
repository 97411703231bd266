import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  changeDocument,
  lockForTransition,
  refuseStep,
} from '../../workspace/documents/commands.ts'
import type { AnyVersion } from './commands.ts'
import { orders } from './queries.ts'
import { replyOf } from './reply.ts'
import { cancelFulfillments } from '../fulfillments/commands.ts'
import { insertHold, releaseHolds } from './state-queries.ts'

/** Puts an order on hold; a released one has nothing to pick from then on. It keeps what it was promised. */
export async function holdOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, kind, note }: AnyVersion<Input<typeof orderRoutes.hold>['body']>,
): Promise<Order> {
  const { before } = await lockForTransition(tx, orders, actor, id, version, 'on_hold')
  if (before.state === 'released') await cancelFulfillments(tx, actor, id)
  const hold = { id: newId(), kind, note, placedAt: actor.at, placedBy: actor.id }
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'held',
      values: { state: 'on_hold' },
      recorded: { payload: { kind, note } },
    }),
    insertHold(tx, actor.platform.id, id, hold),
  ])
  return replyOf(tx, actor, after)
}

export async function releaseOrderHold(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number | undefined,
): Promise<Order> {
  const { before } = await lockForTransition(tx, orders, actor, id, version, 'confirmed')
  if (before.state !== 'on_hold') return refuseStep(orders, before, 'confirmed')
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'hold_released',
      values: { state: 'confirmed' },
    }),
    releaseHolds(tx, actor, id),
  ])
  return replyOf(tx, actor, after)
}
