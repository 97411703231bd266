import type { BatchReply } from '@stowage/contract/batches'
import type { bulk } from '@stowage/contract/orders/order-bulk'
import type { releases as routes, Left } from '@stowage/contract/orders/fulfillment-releases'
import type { Input, Reply } from '@stowage/contract/route'
import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import type { Tx } from '../../database/connect.ts'
import { Failure, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findPickPolicies } from '../../warehouse/locations/warehouse-queries.ts'
import { allocate, unallocate, type Allocated } from '../../warehouse/stock/kernel-queries.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import {
  changedTogether,
  createdTogether,
  refuseStep,
  writeChanges,
} from '../../workspace/documents/commands.ts'
import { lockFreeDocuments } from '../../workspace/documents/list-queries.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { listLinesOfOrders, orders, type LineRow, type OrderRow } from '../orders/queries.ts'
import { replyOf } from '../orders/reply.ts'
import { insertPickTasks } from '../picking/queries.ts'
import { newFulfillment } from './lines.ts'
import { countFulfillments, fulfillments } from './queries.ts'
import {
  fulfillmentLines,
  leftOf,
  openClaims,
  releasable,
  releasedOf,
  splitWhole,
  type NewLine,
  type Open,
} from './rules.ts'

/** An order that is locked, and the version in which it was seen. */
export type ReleaseRequest = {
  order: OrderRow
  lines: readonly LineRow[]
  version: number | undefined
  /** True if an order that ships complete may be released in part. */
  mayBePart?: boolean
}
/** Release of an order, by warehouse, and what is left out. It is allocated and not saved yet. */
type Release = {
  order: OrderRow
  parts: ReadonlyMap<string, readonly NewLine[]>
  left: Left[]
  /** How many fulfillments it has had. */
  count: number
  /** How each warehouse chooses locations. */
  policies: ReadonlyMap<string, PickPolicy>
}

/** Releases an order for picking. Fails with `nothing_to_release`, which says why. */
export async function releaseOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, policy, shipShort }: Input<typeof routes.release>['body'],
): Promise<Reply<typeof routes.release>> {
  const { row: order, lines } = await lockDocument(tx, orders, actor, id)
  const asked = { order, lines, version, mayBePart: shipShort ?? false }
  const released = await releaseLocked(tx, actor, asked, policy)
  if (released instanceof Failure) throw released
  const { made, after, left } = released
  const codes = new Map(
    lines.flatMap(({ claims }) => claims.map((claim) => [claim.warehouseId, claim.warehouse])),
  )
  return {
    order: await replyOf(tx, actor, after),
    fulfillments: made.map(({ row }) => ({
      id: row.id,
      number: row.number,
      warehouse: codes.get(row.warehouseId) ?? '',
    })),
    left,
  }
}

export type Released = { after: OrderRow; made: NewFulfillment[]; left: Left[] }

/**
 * Releases a locked order. Returns the order as it is then, its new fulfillments, and what is not released; or why nothing
 * can be released.
 */
export async function releaseLocked(
  tx: Tx,
  actor: WorkspaceMember,
  asked: ReleaseRequest,
  given: PickPolicy | undefined,
): Promise<Released | Failure> {
  const policy = given ?? null
  const outcomes = await allocateOrders(tx, actor, [asked], policy)
  const release = outcomes.get(asked.order.id) ?? notFound()
  if (release instanceof Failure) return release
  const { made, after } = await saveReleases(tx, actor, [release], policy)
  return { after: after[0] ?? asked.order, made, left: release.left }
}

/**
 * Releases several orders together: where little can be picked, the most urgent order gets it. An order that
 * others hold is refused, not waited for. `waveId` is the wave they are released with.
 */
export async function releaseOrders(
  tx: Tx,
  actor: WorkspaceMember,
  { policy: given, ...batch }: Input<typeof bulk.release>['body'],
  waveId: string | null = null,
): Promise<BatchReply> {
  const policy = given ?? null
  let outcomes: ReadonlyMap<string, Release | Failure> = new Map()
  return runBatch(tx, batch, {
    skipsLocked: true,
    begin: async () => {
      const ids = batch.items.map(({ id }) => id)
      const { locked, lockedByOthers } = await lockFreeDocuments(tx, orders, actor, ids)
      const lines = await listLinesOfOrders(tx, actor.platform.id, ids.map(lowered))
      const asked = batch.items.flatMap(({ id, version }): ReleaseRequest[] => {
        const order = locked.get(lowered(id))
        return order ? [{ order, lines: lines.get(order.id) ?? [], version }] : []
      })
      outcomes = new Map([
        ...(await allocateOrders(tx, actor, asked, policy)),
        ...Array.from(
          lockedByOthers,
          (id) => [id, new Failure('lock_timeout', { retryAfter: 1 })] as const,
        ),
      ])
    },
    apply: ({ id }) => {
      const outcome = outcomes.get(lowered(id)) ?? notFound()
      if (outcome instanceof Failure) throw outcome
      return Promise.resolve(id)
    },
    finish: async () => {
      const releases = [...outcomes.values()].filter(
        (one): one is Release => !(one instanceof Failure),
      )
      await saveReleases(tx, actor, releases, policy, waveId)
    },
  })
}

const lowered = (id: string) => id.toLowerCase()

/**
 * Allocates stock for orders, in one call for all. Returns for each what it can release, or why it cannot; for
 * the latter nothing stays allocated.
 */
async function allocateOrders(
  tx: Tx,
  { platform, warehouses, at }: WorkspaceMember,
  asked: readonly ReleaseRequest[],
  policy: PickPolicy | null,
): Promise<Map<string, Release | Failure>> {
  const checked = asked.map(({ order, lines, version, mayBePart = false }) => {
    const refusal = refusalOf(() => {
      requireVersion(order, version)
      if (!releasable.includes(order.state)) refuseStep(orders, order, 'released')
    })
    const isWhole = order.shipComplete && !mayBePart
    return { order, lines, isWhole, refusal, open: refusal ? [] : openClaims(lines, warehouses) }
  })
  const claims = checked.flatMap(({ open }) => open)
  const ids = asked.map(({ order }) => order.id)
  // Together, because others wait for what is allocated.
  const [all, counts, policies] = await Promise.all([
    allocateOpen(tx, platform.id, claims, { policy, at }),
    countFulfillments(tx, platform.id, ids),
    findPickPolicies(tx, platform.id, [...new Set(claims.map(({ warehouseId }) => warehouseId))]),
  ])
  const returned: Allocated[] = []
  const outcomes = checked.map(
    ({ order, lines, open, refusal, isWhole }): [string, Release | Failure] => {
      if (refusal) return [order.id, refusal]
      const own = new Set(open.map(({ reservationId }) => reservationId))
      const found = all.filter(({ reservationId }) => own.has(reservationId))
      const { kept, returned: broken } = splitWhole(open, found)
      const left = leftOf(lines, open, kept)
      if (kept.length > 0 && !(isWhole && left.length > 0)) {
        returned.push(...broken)
        const count = counts.get(order.id) ?? 0
        return [order.id, { order, parts: fulfillmentLines(open, kept), left, count, policies }]
      }
      returned.push(...found)
      const blockers = [...left, ...releasedOf(lines)].map((one) => ({ type: 'line', ...one }))
      const message =
        kept.length > 0
          ? { message: 'This order ships complete, and some of it can’t be picked yet.' }
          : {}
      return [order.id, new Failure('nothing_to_release', { ...message, blockers })]
    },
  )
  await unallocate(tx, platform.id, returned)
  return new Map(outcomes)
}

/** Runs a check and returns its refusal. */
function refusalOf(check: () => void): Failure | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Attempts to find stock while others move it. */
const attempts = 3

async function allocateOpen(
  tx: Tx,
  platformId: string,
  open: readonly Open[],
  how: { policy: PickPolicy | null; at: Date },
): Promise<Allocated[]> {
  const found: Allocated[] = []
  const missing = new Map(open.map(({ reservationId, qty }) => [reservationId, qty]))
  for (let attempt = 1; attempt <= attempts && missing.size > 0; attempt++) {
    const more = await allocate(tx, platformId, [...missing.keys()], how)
    if (more.length === 0) break
    found.push(...more)
    for (const { reservationId, qty } of more) {
      const rest = (missing.get(reservationId) ?? 0n) - BigInt(qty)
      if (rest > 0n) missing.set(reservationId, rest)
      else missing.delete(reservationId)
    }
  }
  return found
}

/** Makes the fulfillments of orders that were allocated, one per warehouse, with their pick tasks. */
async function saveReleases(
  tx: Tx,
  actor: WorkspaceMember,
  releases: readonly Release[],
  given: PickPolicy | null,
  waveId: string | null = null,
): Promise<{ made: NewFulfillment[]; after: OrderRow[] }> {
  if (releases.length === 0) return { made: [], after: [] }
  const made = releases.flatMap(({ order, parts, count, policies }) =>
    [...parts].map(([warehouseId, lines], i) => {
      const number = `${order.number}-F${count + i + 1}`
      const policy = given ?? policies.get(warehouseId) ?? notFound()
      return newFulfillment(actor, order, { number, warehouseId, waveId, policy, lines })
    }),
  )
  const numbersOf = Map.groupBy(made, ({ row }) => row.orderId)
  const changeOf = ({ id }: OrderRow) => ({
    change: 'released' as const,
    recorded: {
      payload: { fulfillments: (numbersOf.get(id) ?? []).map(({ row }) => row.number) },
    },
  })
  // What is released already stays in its state.
  const byState = Map.groupBy(releases, ({ order: { state } }) =>
    state === 'confirmed' ? 'released' : state,
  )
  const moved = [...byState].map(([state, some]) => {
    const rows = some.map(({ order }) => order)
    return changedTogether(orders, actor, rows, { values: { state }, changeOf })
  })
  const added = createdTogether(fulfillments, actor, { documents: made, change: 'released' })
  await Promise.all([
    writeChanges(tx, actor, [...moved, added]),
    insertPickTasks(tx, actor.platform.id, made),
  ])
  return { made, after: moved.flatMap(({ after }) => after) }
}

type NewFulfillment = ReturnType<typeof newFulfillment>
