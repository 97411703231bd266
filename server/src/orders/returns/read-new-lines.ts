import type { returns as routes } from '@stowage/contract/orders/returns'
import type { Input } from '@stowage/contract/route'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findReason } from '../../warehouse/settings/queries.ts'
import { assertReason } from '../../warehouse/settings/commands.ts'
import { nameItems, quantaOf, type NamedItem } from '../../warehouse/products/lines.ts'
import { findItems } from '../../warehouse/products/variant-list-queries.ts'
import { whyNotKept } from '../../warehouse/products/rules.ts'
import type { LineRow as OrderLineRow } from '../orders/queries.ts'
import type { LineRow } from './queries.ts'
import { leftOf } from './reply.ts'
import { listOverreturned, listReturnable, type ReturnableRow } from './list-queries.ts'

type NewReturn = Input<typeof routes.create>['body']
type NewLine = NewReturn['lines'][number]

/** The order of a return, locked; undefined for a blind one. */
type ReturnedOrder = { id: string; lines: readonly OrderLineRow[] } | undefined

/**
 * Reads the lines of a new return: items, quantities and reasons, a kit as its components. Fails with the first thing
 * that is wrong, at its fields in `lines.0`, and with `over_return` for more than was shipped and is not returned yet.
 */
export async function readNewLines(
  tx: Tx,
  { platform }: WorkspaceMember,
  { lines: typed, note }: NewReturn,
  order: ReturnedOrder,
): Promise<LineRow[]> {
  const orderLines = typed.map((line, i) => findOrderLine(order, line, i))
  const choices = typed.map(({ orderLineId: _, qty: _qty, reasonCode: _code, ...choice }, i) => ({
    ...choice,
    ...(orderLines[i] && { variantId: choice.variantId ?? orderLines[i].variantId }),
  }))
  const [found, returnable] = await Promise.all([
    findItems(tx, platform.id, choices),
    order ? listReturnable(tx, platform.id, order.id) : [],
    requireReasons(tx, platform.id, typed, note),
  ])
  const named = nameItems(found, choices)
  const left = new Map(returnable.map((row) => [keyOf(row), { row, left: leftOf(row) }]))
  const lines = typed.flatMap((line, i) => {
    const one = named[i] ?? notFound()
    const orderLine = orderLines[i]
    if (!orderLine) return readBlind(one, line, i)
    return partsOf(orderLine, one, line, i).map((part) =>
      takeLeft(
        left.get(keyOf({ orderLineId: orderLine.id, variantId: part.variantId })),
        part,
        line,
      ),
    )
  })
  return lines.map((line, i) => ({ ...line, lineNo: i + 1 }))
}

const keyOf = ({ orderLineId, variantId }: { orderLineId: string; variantId: string }) =>
  `${orderLineId} ${variantId}`

/** Returns the order line that a line names: always in a return of an order, and only there. */
function findOrderLine(order: ReturnedOrder, { orderLineId }: NewLine, i: number) {
  const path = `lines.${i}.orderLineId`
  if (!order) {
    if (orderLineId !== undefined) failField(path, 'Say which order this line is of')
    return undefined
  }
  if (orderLineId === undefined) return failField(path, 'Choose a line of the order')
  return (
    order.lines.find(({ id }) => id === orderLineId.toLowerCase()) ??
    failField(path, 'This line isn’t part of the order')
  )
}

/** Fails with `reason_unknown` or `note_required` for a reason that is not meant for returns. */
async function requireReasons(
  tx: Tx,
  platformId: string,
  typed: readonly NewLine[],
  note: string,
): Promise<void> {
  const codes = [...new Set(typed.map(({ reasonCode }) => reasonCode))]
  const reasons = await Promise.all(codes.map((code) => findReason(tx, platformId, code)))
  for (const [i, { reasonCode }] of typed.entries())
    assertReason(
      reasons[codes.indexOf(reasonCode)],
      { reasonCode, note },
      'return',
      `lines.${i}.reasonCode`,
    )
}

type Part = { variantId: string; sku: string; qtyScale: number; quanta: bigint }

/**
 * Returns the parts of an order line that a return line covers: the item itself, or the components of a kit.
 */
function partsOf(orderLine: OrderLineRow, named: NamedItem, line: NewLine, i: number): Part[] {
  const quanta = quantaOf(named, line.qty, `lines.${i}.qty`)
  const { item } = named
  const { components } = orderLine
  if (components.length > 0 && item.variantId === orderLine.variantId)
    return components.map(({ perKit, ...component }) => ({
      ...component,
      quanta: (BigInt(perKit) * quanta) / 10n ** BigInt(item.qtyScale),
    }))
  const isPart = [orderLine, ...components].some(({ variantId }) => variantId === item.variantId)
  if (!isPart) failField(`lines.${i}.variantId`, `${item.sku} isn’t part of this order line`)
  return [{ ...item, quanta }]
}

/** Takes a part out of what can still be returned. Fails with `over_return`. */
function takeLeft(
  open: { row: ReturnableRow; left: bigint } | undefined,
  { sku, qtyScale, quanta }: Part,
  { reasonCode }: NewLine,
): LineRow {
  if (!open || quanta > open.left)
    return fail('over_return', {
      blockers: [
        {
          type: 'order_line',
          sku,
          left: fromQuanta(open?.left ?? 0n, qtyScale),
          requested: fromQuanta(quanta, qtyScale),
        },
      ],
    })
  open.left -= quanta
  return lineOf({ ...open.row, quanta, reasonCode })
}

function readBlind(named: NamedItem, { qty, reasonCode }: NewLine, i: number): LineRow {
  const { item } = named
  const why = whyNotKept(item)
  if (why) failField(`lines.${i}.sku`, why)
  const quanta = quantaOf(named, qty, `lines.${i}.qty`)
  return lineOf({ ...item, orderLineId: null, quanta, reasonCode })
}

const lineOf = ({
  quanta,
  ...line
}: Pick<
  LineRow,
  'variantId' | 'sku' | 'name' | 'unit' | 'qtyScale' | 'tracking' | 'orderLineId'
> & {
  quanta: bigint
  reasonCode: string
}): LineRow => ({
  id: newId(),
  lineNo: 0,
  variantId: line.variantId,
  orderLineId: line.orderLineId,
  sku: line.sku,
  name: line.name,
  unit: line.unit,
  qtyScale: line.qtyScale,
  tracking: line.tracking,
  reasonCode: line.reasonCode,
  reason: line.reasonCode,
  qty: String(quanta),
  received: '0',
  items: [],
})

/** Fails with `over_return` where returns of an order have more than is left shipped, after a shipment was voided. */
export async function assertReturnsShipped(
  tx: Tx,
  platformId: string,
  orderId: string,
): Promise<void> {
  const over = await listOverreturned(tx, platformId, orderId)
  const [first] = over
  if (!first) return
  fail('over_return', {
    message: `${first.number} returns items of this shipment. Cancel the return first.`,
    blockers: over.map(({ sku, qtyScale, shipped, returned }) => ({
      type: 'order_line' as const,
      sku,
      left: fromQuanta(shipped, qtyScale),
      requested: fromQuanta(returned, qtyScale),
    })),
  })
}

/** Fails with `over_return` for more than a line of a return has. */
export const refuseOver = ({ sku, qtyScale }: LineRow, left: bigint, requested: bigint): never =>
  fail('over_return', {
    blockers: [
      {
        type: 'return_line',
        sku,
        left: fromQuanta(left, qtyScale),
        requested: fromQuanta(requested, qtyScale),
      },
    ],
  })
