import type { fulfil as routes, FulfilStep } from '@stowage/contract/orders/shipping-fulfil'
import type { Input, Reply } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { failField, Failure, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { lockBatchesOf } from '../batches/queries.ts'
import { lockWork } from '../batches/end-work.ts'
import { releaseLocked, type ReleaseRequest, type Released } from '../fulfillments/release.ts'
import { lockOpenFulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { leftOf, openClaims } from '../fulfillments/rules.ts'
import { orders, type LineRow } from '../orders/queries.ts'
import { replyOf } from '../orders/reply.ts'
import { listToPack, packLocked } from '../packing/commands.ts'
import { listParcels } from '../packing/list-queries.ts'
import { pickAll } from '../picking/commands.ts'
import { shipLocked } from './ship.ts'
import { lockStockOfOrder } from './fulfil-queries.ts'
import { findShippable } from './queries.ts'

type Body = Input<typeof routes.fulfil>['body']

/**
 * Releases, picks, packs and ships what is in stock of an order: each step as if it were done by itself, and all of them or
 * none. What was begun before is gone on with. A refusal has the `step` it is of.
 */
export async function fulfilOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, policy, shipShort, carrier, service, tracking, cost, ...measures }: Body,
): Promise<Reply<typeof routes.fulfil>> {
  const { id: platformId } = actor.platform
  const [{ row, lines }, begun] = await Promise.all([
    lockDocument(tx, orders, actor, id),
    lockSeen(tx, actor, id),
  ])
  requireVersion(row, version)
  if (begun.length > 0) await lockWork(tx, actor, begun)
  const asked = { order: row, lines, version, mayBePart: shipShort }
  const [, released] = await Promise.all([
    lockStockOfOrder(tx, platformId, id),
    inStep('release', () => releaseRest(tx, actor, asked, policy, begun.length > 0)),
  ])
  const open = [...begun, ...released.made.map((made) => made.row)]
  if (tracking !== '' && open.length > 1)
    failField(
      'tracking',
      'This order leaves in several packages. Enter their tracking numbers later.',
    )
  let order = released.after
  const packed: FulfillmentRow[] = []
  for (const one of open) {
    // What was just released is in no batch.
    const [batch] = begun.includes(one) ? await lockBatchesOf(tx, actor, [one.id]) : []
    const picked = await inStep('pick', () =>
      pickAll(tx, actor, { order, fulfillment: one, batch }),
    )
    // Its first pick brings an order into fulfillment.
    if (order.state === 'released')
      order = { ...order, state: 'in_fulfillment', version: order.version + 1 }
    packed.push(await inStep('pack', () => packWhole(tx, actor, picked, measures)))
  }
  const shipments: Reply<typeof routes.fulfil>['shipments'] = []
  for (const fulfillment of packed)
    await inStep('ship', async () => {
      const shippable = (await findShippable(tx, platformId, fulfillment.id)) ?? notFound()
      const how = { carrier, service, tracking, cost, shipShort }
      const made = await shipLocked(tx, actor, { order, fulfillment, ...shippable }, how)
      order = made.order
      const warehouseCode = codeOf(lines, fulfillment.warehouseId)
      shipments.push({ id: made.row.id, number: made.row.number, warehouseCode })
    })
  return { order: await replyOf(tx, actor, order), shipments, left: released.left }
}

/** Releases what an order has in stock. With work that was begun, nothing has to be there: that is gone on with. */
async function releaseRest(
  tx: Tx,
  actor: WorkspaceMember,
  asked: ReleaseRequest,
  policy: Body['policy'],
  isBegun: boolean,
): Promise<Released> {
  const open = openClaims(asked.lines, actor.warehouses)
  const nothing = { after: asked.order, made: [], left: leftOf(asked.lines, open, []) }
  if (isBegun && open.length === 0) return nothing
  const released = await releaseLocked(tx, actor, asked, policy)
  if (!(released instanceof Failure)) return released
  if (isBegun && released.code === 'nothing_to_release') return nothing
  throw released
}

type Measured = Parameters<typeof packLocked>[4]

/** Packs what is picked of a fulfillment, unless all is packed. */
async function packWhole(
  tx: Tx,
  actor: WorkspaceMember,
  picked: FulfillmentRow,
  measures: Measured,
): Promise<FulfillmentRow> {
  if (picked.state === 'packed') return picked
  const inside = await listToPack(tx, actor.platform.id, picked.id)
  return (await packLocked(tx, actor, picked, inside, measures, listParcels)).after
}

/** The code of a warehouse that something of an order is promised from. */
const codeOf = (lines: readonly LineRow[], warehouseId: string): string =>
  lines.flatMap(({ claims }) => claims).find((claim) => claim.warehouseId === warehouseId)
    ?.warehouse ?? ''

/** Locks the fulfillments of a locked order that have not left, in the warehouses that the member sees. */
async function lockSeen(
  tx: Tx,
  { platform, warehouses }: WorkspaceMember,
  orderId: string,
): Promise<FulfillmentRow[]> {
  const all = await lockOpenFulfillments(tx, platform.id, orderId)
  return all.filter(
    ({ state, warehouseId }) =>
      state !== 'shipped' && (warehouses === null || warehouses.includes(warehouseId)),
  )
}

/** Runs a step. What it refuses says of which step it is. */
async function inStep<T>(step: FulfilStep, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? error.with({ step }) : error
  }
}
