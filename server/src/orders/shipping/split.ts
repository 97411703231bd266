import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  changeDocument,
  createDocument,
  refuseTransition,
} from '../../workspace/documents/commands.ts'
import { freeEmptyTotes } from '../batches/queries.ts'
import { countFulfillments, fulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import type { ParcelRow } from '../packing/list-queries.ts'
import type { LockedShipping, ShipLine } from './queries.ts'
import { findParcelOfOrder, listContents, moveParcels } from './split-queries.ts'
import { linesIn, partsIn, type Part } from './rules.ts'

/** Packages that leave before the rest of their fulfillment, as one of their own that is not made yet. */
export type Split = {
  from: FulfillmentRow
  fulfillment: FulfillmentRow
  packages: ParcelRow[]
  parts: Part[]
  /** Quantity shipped of each task. */
  lines: ShipLine[]
}

/**
 * Returns the packages that are to be shipped of a locked fulfillment as a split of it; undefined if these are all packages
 * of a packed one, or nothing of it can be shipped. Fails with `invalid_transition` for an open package, for one that was shipped, and where
 * nothing that was picked would stay.
 */
export async function planSplit(
  tx: Tx,
  actor: WorkspaceMember,
  locked: LockedShipping,
  packageIds: readonly string[],
): Promise<Split | undefined> {
  const { fulfillment: from, order } = locked
  const named = await findNamed(tx, actor, locked, packageIds)
  if (from.state !== 'packing' && from.state !== 'packed') return undefined
  if (from.state === 'packed' && named.length === locked.packages.length) return undefined
  const [contents, counts] = await Promise.all([
    listContents(
      tx,
      actor.platform.id,
      named.map(({ id }) => id),
    ),
    countFulfillments(tx, actor.platform.id, [order.id]),
  ])
  const parts = partsIn(locked.lines, contents)
  const leaving = parts.reduce((sum, { quanta }) => sum + quanta, 0n)
  if (leaving === locked.lines.reduce((sum, { qty }) => sum + BigInt(qty), 0n)) refuseUnpacked(from)
  return {
    from,
    fulfillment: {
      ...from,
      id: newId(),
      number: `${order.number}-F${(counts.get(order.id) ?? 0) + 1}`,
      state: 'packed',
      version: 1,
      splitFromId: from.splitFromId ?? from.id,
    },
    packages: named,
    parts,
    lines: parts.map(({ task, quanta }) => ({ ...task, qty: String(quanta) })),
  }
}

async function findNamed(
  tx: Tx,
  { platform }: WorkspaceMember,
  { fulfillment, order, packages }: LockedShipping,
  packageIds: readonly string[],
): Promise<ParcelRow[]> {
  for (const [i, id] of packageIds.entries()) {
    const one = packages.find((each) => each.id === id)
    const elsewhere = one ? undefined : await findParcelOfOrder(tx, platform.id, order.id, id)
    if (one?.state === 'closed') continue
    if (one?.state === 'open')
      refuseTransition({ type: 'package', from: 'open', to: 'shipped', allowed: ['closed'] })
    if (!one && !elsewhere?.shippedBy)
      failField(`packageIds.${i}`, `This package isn’t in ${fulfillment.number}`)
    fail('invalid_transition', {
      ...(elsewhere && { message: `${elsewhere.shippedBy} already shipped ${elsewhere.number}.` }),
      blockers: [{ type: 'package', from: 'shipped', to: 'shipped', allowed: [] }],
    })
  }
  return packages.filter(({ id }) => packageIds.includes(id))
}

/** Fails with `invalid_transition`. */
export function refuseUnpacked({ number, state: from }: FulfillmentRow): never {
  return fail('invalid_transition', {
    message: `${number} isn’t packed yet.`,
    blockers: [
      { type: 'fulfillment', from, to: 'shipped', allowed: fulfillments.transitions[from] },
    ],
  })
}

/** Makes the fulfillment of a split, now that its stock has left with the move. The rest stays where it was. */
export async function split(
  tx: Tx,
  actor: WorkspaceMember,
  { from, fulfillment, packages, parts }: Split,
  locked: LockedShipping,
  moveId: string,
): Promise<void> {
  const { id: platformId } = actor.platform
  const numbers = packages.map(({ number }) => number)
  const isLast = packages.length === locked.packages.length
  await Promise.all([
    createDocument(tx, fulfillments, actor, { row: fulfillment, lines: [], change: 'packed' }),
    moveParcels(tx, platformId, {
      from: from.id,
      to: fulfillment.id,
      moveId,
      packageIds: packages.map(({ id }) => id),
      lines: linesIn(parts),
      tasks: parts.map((part, i) => ({
        id: part.task.taskId,
        partId: newId(),
        qty: String(part.quanta),
        moveLine: i + 1,
      })),
    }),
    changeDocument(tx, fulfillments, actor, from, {
      change: 'split',
      values: { state: isLast ? 'picked' : from.state },
      recorded: {
        payload: {
          fulfillmentId: fulfillment.id,
          fulfillment: fulfillment.number,
          packages: numbers,
        },
      },
    }),
  ])
  await freeEmptyTotes(tx, platformId, { fulfillmentId: from.id })
}
