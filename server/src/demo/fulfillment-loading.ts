import { shipping } from '@stowage/contract/orders/shipping'
import type { Tx } from '../database/connect.ts'
import type { WorkspaceMember } from '../http/actor.ts'
import { asFailure } from '../http/problem.ts'
import { releaseOrder } from '../orders/fulfillments/release.ts'
import {
  cancelManifest,
  closeManifest,
  loadAll,
  openManifest,
} from '../orders/manifests/commands.ts'
import { deliver } from '../orders/shipping/deliver.ts'
import { manifests } from '../orders/manifests/queries.ts'
import { packAll } from '../orders/packing/commands.ts'
import { confirmPick } from '../orders/picking/commands.ts'
import { shipFulfillment } from '../orders/shipping/ship.ts'
import { pickShort } from '../orders/picking/pick-short.ts'
import { isStockConflict, retryRaces } from '../warehouse/stock/retry-conflicts.ts'
import { takeNumber } from '../workspace/documents/numbers.ts'
import { below, chanceOf } from './chance.ts'
import type { DemoCompany } from './company.ts'
import {
  forEach,
  minutesBefore,
  requireGoing,
  type Loader,
  type Share,
  type Site,
} from './loader.ts'
import type { Entered } from './order-loading.ts'
import type { DemoProgress } from './progress.ts'
import { listTasks } from './queries.ts'

const minutesOfDay = 24 * 60
/** Each order has its stock already, so they do not depend on one another. */
const sideBySideOf = ({ orders }: DemoCompany) => (orders > 1_000 ? 4 : 2)

/** An order that is on its way. */
export type Moving = Entered & { progress: DemoProgress }

export const isMoving = (order: Entered): order is Moving => order.progress !== undefined

/**
 * Releases, picks, packs and ships orders by their own commands, each when it was done, and hands them over to their
 * carriers day by day. Others are picked or packed. Returns those that left.
 */
export async function fulfillOrders(
  company: DemoCompany,
  loader: Loader,
  sites: ReadonlyMap<string, Site>,
  entered: readonly Entered[],
  { from, to }: Share,
): Promise<Moving[]> {
  const moving = entered.filter(isMoving)
  const has = (...stages: string[]) =>
    moving.filter(({ progress: { until } }) => stages.includes(until))
  const left = has('to_collect', 'collected')
  const byDay = Map.groupBy(left, ({ progress }) => Math.trunc(progress.shippedAgo / minutesOfDay))
  const shipped: Moving[] = []
  const later: Moving[] = []
  for (const [daysAgo, orders] of [...byDay].toSorted(([a], [b]) => b - a)) {
    requireGoing(loader)
    const done = Math.trunc(((to - from) * shipped.length) / left.length)
    await loader.report('Picking, packing and shipping', from + done)
    const sent: Sent[] = []
    await forEach(orders, sideBySideOf(company), async (order) => {
      const shipments = await bring(company, loader, order)
      if (shipments) sent.push(...shipments)
      else later.push(order)
    })
    shipped.push(...orders)
    if (daysAgo > 0) await handOver(loader, sites, sent, daysAgo * minutesOfDay)
  }
  for (const order of has('to_pack', 'to_ship'))
    if (!(await bring(company, loader, order))) later.push(order)
  for (const order of later) await bring(company, loader, order, false)
  return shipped
}

type Sent = Pick<DemoProgress, 'carrier' | 'deliveredAgo'> & { id: string; version: number }

/** Errors that leave an order waiting, as they would any other order. */
const waits = new Set(['nothing_to_release', 'insufficient_stock'])

/**
 * Brings an order as far as it comes, in one transaction. Returns its shipments, or undefined if something to be picked
 * was not there at the time: such an order is brought on its way now.
 */
async function bring(
  company: DemoCompany,
  { write, actor, today }: Loader,
  order: Moving,
  isPast = true,
): Promise<Sent[] | undefined> {
  if (order.isOver) return []
  try {
    return await retryRaces(isStockConflict, () =>
      write((tx) => advance(tx, company, order, { actor, today, isPast })),
    )
  } catch (error) {
    const { code } = asFailure(error as Error)
    if (waits.has(code)) return []
    if (code === 'not_in_stock_then') return undefined
    throw error
  }
}

type When = Pick<Loader, 'actor' | 'today'> & { isPast: boolean }

async function advance(tx: Tx, company: DemoCompany, order: Moving, when: When): Promise<Sent[]> {
  const sent: Sent[] = []
  const { id, version, progress } = order
  const { until, releasedAgo, pickedAgo, packedAgo } = progress
  const by = (minutes: number) =>
    when.actor(when.isPast ? minutesBefore(when.today, minutes) : undefined)
  const { fulfillments } = await releaseOrder(tx, by(releasedAgo), id, { version })
  if (until === 'to_pick') return []
  for (const fulfillment of fulfillments) {
    if (!(await pickAll(tx, by(pickedAgo), order, fulfillment.id, when.isPast))) continue
    if (until === 'to_pack') continue
    const weightG = 180 + below(chanceOf(company.seed, 1, 'weight')(releasedAgo), 4_000)
    await packAll(tx, by(packedAgo), fulfillment.id, { box: weightG > 2_000 ? 'L' : 'M', weightG })
    if (until === 'to_ship') continue
    sent.push(await ship(tx, by(progress.shippedAgo), order, fulfillment, when.isPast))
  }
  return sent
}

/** Picks what is to be picked of a fulfillment, half a minute each. False where nothing of it was found. */
async function pickAll(
  tx: Tx,
  by: WorkspaceMember,
  { lines }: Moving,
  fulfillmentId: string,
  isPast: boolean,
): Promise<boolean> {
  const { id: platformId } = by.platform
  for (const { id, sku } of await listTasks(tx, platformId, [fulfillmentId]))
    if (lines.some((line) => line.sku === sku && line.isShort))
      await pickShort(tx, by, id, { qtyFound: '0', reasonCode: 'missing' })
  const tasks = await listTasks(tx, platformId, [fulfillmentId])
  for (const [i, { id, qty }] of tasks.entries()) {
    const pickedAt = new Date(by.at.getTime() + i * 30_000).toISOString()
    await confirmPick(tx, by, id, { qty, ...(isPast && { pickedAt }) })
  }
  return tasks.length > 0
}

async function ship(
  tx: Tx,
  by: WorkspaceMember,
  { progress }: Moving,
  { id, number }: { id: string; number: string },
  isPast: boolean,
): Promise<Sent> {
  const { carrier, deliveredAgo } = progress
  const letters = carrier === 'Parcel Post' ? 'PP' : 'SF'
  const body = shipping.ship.body.parse({
    fulfillmentId: id,
    carrier,
    service: 'Standard',
    tracking: `${letters}${number.replaceAll(/\D/g, '').padStart(10, '7')}`,
    cost: carrier === 'Parcel Post' ? '4.90' : '11.50',
    // What was picked short leaves too.
    shipShort: true,
    ...(isPast && { shippedAt: by.at.toISOString() }),
  })
  const { id: shipmentId, version } = await shipFulfillment(tx, by, body)
  return { id: shipmentId, version, carrier, deliveredAgo }
}

/** Hands over what was shipped on a day to each carrier, who delivers it. */
async function handOver(
  loader: Loader,
  sites: ReadonlyMap<string, Site>,
  sent: readonly Sent[],
  minutesAgo: number,
): Promise<void> {
  const { write, actor, today } = loader
  const by = actor(minutesBefore(today, minutesAgo))
  for (const carrier of new Set(sent.map((one) => one.carrier)))
    for (const { id: warehouseId } of sites.values()) {
      const number = await takeNumber(loader, by.platform.id, manifests.prefix)
      await write(async (tx) => {
        const opened = await openManifest(tx, by, number, { warehouseId, carrier })
        const { id, loaded, version } = await loadAll(tx, by, opened.id)
        if (loaded.length > 0) await closeManifest(tx, by, id, { version, handedTo: 'Sam Porter' })
        else await cancelManifest(tx, by, id, version)
      })
    }
  await write(async (tx) => {
    for (const { id, version, deliveredAgo } of sent) {
      if (deliveredAgo === undefined) continue
      await deliver(tx, actor(minutesBefore(today, deliveredAgo)), id, { version })
    }
  })
}
