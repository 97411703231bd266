import type { returns as routes } from '@stowage/contract/orders/returns'
import type { ReturnCondition } from '@stowage/contract/orders/return-inputs'
import type { Input } from '@stowage/contract/route'
import { one as baseUnit } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findOrCreateTracking, requireMarks } from '../../warehouse/stock/lines.ts'
import { quantaOf } from '../../warehouse/products/lines.ts'
import { findItems } from '../../warehouse/products/variant-list-queries.ts'
import { whyNotKept } from '../../warehouse/products/rules.ts'
import { refuseOver } from './read-new-lines.ts'
import type { LineRow } from './queries.ts'
import { takeReturned, type ReturnedPart, type ShippedPart } from './receive-rules.ts'

type Received = Input<typeof routes.receive>['body']['lines'][number]
type Shipped = ShippedPart & { orderLineId: string; variantId: string }

/** A part of what arrived, with its line. */
export type Arrival = ReturnedPart & { line: LineRow; condition: ReturnCondition }

/** A received line with the line of the return it is of. */
type Named = { typed: Received; line: LineRow; quanta: bigint; path: string }

/**
 * Reads what was received: each part with the lot or serial number it was shipped with, at its share of the value.
 * Fails with the first thing that is wrong, and with `over_return` for more than is expected.
 */
export async function readArrivals(
  tx: Tx,
  actor: WorkspaceMember,
  lines: readonly LineRow[],
  typed: readonly Received[],
  { shipped, timezone }: { shipped: readonly Shipped[]; timezone: string },
): Promise<Arrival[]> {
  const left = new Map(lines.map(({ id, qty }) => [id, BigInt(qty)]))
  const named = typed.map((given, i) => nameLine(lines, left, given, i))
  const items = await findKept(tx, actor.platform.id, named)
  const blind = named.filter(({ line }) => line.orderLineId === null)
  for (const one of blind) {
    const item = items[named.indexOf(one)] ?? notFound()
    requireMarks({ item, path: one.path }, marksOf(one.line, one.typed), one.quanta)
  }
  const tracking = await findOrCreateTracking(
    tx,
    actor.platform.id,
    blind.map(({ line, typed: given }) => marksOf(line, given)),
    { at: actor.at, timezone },
  )
  return named.flatMap((one) => {
    const { line, typed: given, quanta } = one
    const parts =
      line.orderLineId === null
        ? partsOf(tracking[blind.indexOf(one)], quanta)
        : takeShipped(shipped, one)
    return parts.map((part) => ({ ...part, line, condition: given.condition }))
  })
}

function nameLine(
  lines: readonly LineRow[],
  left: Map<string, bigint>,
  typed: Received,
  i: number,
): Named {
  const path = `lines.${i}`
  const line =
    lines.find(({ id }) => id === typed.lineId.toLowerCase()) ??
    failField(`${path}.lineId`, 'This line isn’t part of the return')
  const quanta = quantaOf({ item: line, fraction: baseUnit }, typed.qty, `${path}.qty`)
  const open = left.get(line.id) ?? 0n
  if (quanta > open) refuseOver(line, open, quanta)
  left.set(line.id, open - quanta)
  return { typed, line, quanta, path }
}

/** Returns the items of these lines. Fails for one that was archived meanwhile. */
async function findKept(tx: Tx, platformId: string, named: readonly Named[]) {
  const items = await findItems(
    tx,
    platformId,
    named.map(({ line: { variantId } }) => ({ variantId })),
  )
  for (const [i, item] of items.entries()) {
    const why = item && whyNotKept(item)
    if (why) failField(`lines.${i}.lineId`, why)
  }
  return items
}

const marksOf = ({ variantId }: LineRow, { lotCode, serials = [] }: Received) => ({
  variantId,
  lotCode,
  serials,
})

type Tracking = Awaited<ReturnType<typeof findOrCreateTracking>>[number]

function partsOf(tracking: Tracking | undefined, qty: bigint): ReturnedPart[] {
  const lotId = tracking?.lot?.lotId ?? null
  const serials = tracking?.serials ?? []
  if (serials.length === 0) return [{ lotId, serialId: null, qty, value: null }]
  return serials.map(({ serialId }) => ({ lotId, serialId, qty: 1n, value: null }))
}

function takeShipped(shipped: readonly Shipped[], { line, typed, quanta, path }: Named) {
  const own = shipped.filter(
    ({ orderLineId, variantId }) =>
      orderLineId === line.orderLineId && variantId === line.variantId,
  )
  const { lotCode, serials } = typed
  if (line.tracking !== 'serial' && serials !== undefined && serials.length > 0)
    failField(`${path}.serials`, `${line.sku} isn’t tracked by serial number`)
  if (line.tracking === 'none' && lotCode !== undefined)
    failField(`${path}.lotCode`, `${line.sku} isn’t tracked by lot`)
  const parts = takeReturned(own, line, { quanta, lotCode, serials })
  if (parts === 'too_much') return refuseOver(line, 0n, quanta)
  if (Array.isArray(parts)) return parts
  const { code, field, message } = parts
  if (code === 'unknown') return failField(`${path}.${field}`, message)
  return fail(code, { message, details: [{ path: `${path}.${field}`, message }] })
}
