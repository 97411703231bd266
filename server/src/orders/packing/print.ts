import { mostPrintedLines } from '@stowage/contract/orders/order-papers'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { line, parcel, parcelLayout, type Layout } from '../../workspace/print/layout.ts'
import type { Paper } from '../../workspace/print/paper.ts'
import { labelsOf } from '../../workspace/print/print.ts'
import { inWalkingOrder } from '../batches/rules.ts'
import { listReadyOf } from '../batches/task-queries.ts'
import { listLinesOfFulfillments, type FulfillmentLineRow } from '../fulfillments/queries.ts'
import { countLines as countOrderLines, findBarcodes } from '../orders/print-queries.ts'
import { quantityText, recipientLines, timeText } from '../orders/print-rules.ts'
import { listLinesOfOrders } from '../orders/queries.ts'
import { toLineReply } from '../orders/reply.ts'
import {
  packingSlipOf,
  trackingOf,
  type LabelledFulfillment,
  type Printed,
} from './packing-slip-rules.ts'
import {
  countLines,
  findLabelledFulfillments,
  findLabelledPackages,
  listShippedBefore,
  type LabelledPackage,
} from './print-queries.ts'

/** Reads slips or pick lists of these fulfillments. Fails with `not_found` if the actor misses one. */
export async function findFulfillmentPapers(
  db: Db,
  actor: WorkspaceMember,
  kind: 'pick_list' | 'packing_slip',
  ids: readonly string[],
): Promise<Paper[]> {
  const found = await findPrinted(db, actor, ids)
  return kind === 'pick_list' ? found.map(pickListOf) : listSlips(db, actor, found)
}

const failTooMany = () =>
  failField('ids', `Print up to ${mostPrintedLines} lines at a time. Select fewer fulfillments.`)

/** Reads fulfillments with all that is printed of them. Fails with `not_found` if the actor misses one. */
async function findPrinted(
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
): Promise<Printed[]> {
  const { id: platformId } = actor.platform
  if ((await countLines(db, platformId, ids)) > mostPrintedLines) failTooMany()
  const [found, linesOf, ready] = await Promise.all([
    findLabelledFulfillments(db, actor, ids),
    listLinesOfFulfillments(db, platformId, ids),
    listReadyOf(db, platformId, ids),
  ])
  const barcodes = await findBarcodes(db, platformId, [...linesOf.values()].flat())
  const foundOf = new Map(found.map((one) => [one.id, one]))
  const stopsOf = Map.groupBy(ready, ({ fulfillmentId }) => fulfillmentId)
  return ids.map((id) => ({
    ...(foundOf.get(id) ?? notFound()),
    lines: linesOf.get(id) ?? [],
    stops: (stopsOf.get(id) ?? []).map((task) => ({ ...task, slot: 0 })),
    barcodes,
    printedAt: actor.at,
  }))
}

/** Returns the packing slips of fulfillments, with all lines of their orders. */
async function listSlips(
  db: Db,
  actor: WorkspaceMember,
  found: readonly Printed[],
): Promise<Paper[]> {
  const { id: platformId } = actor.platform
  const orderIds = [...new Set(found.map(({ row }) => row.orderId))]
  if ((await countOrderLines(db, platformId, orderIds)) > mostPrintedLines) failTooMany()
  const [linesOf, beforeOf] = await Promise.all([
    listLinesOfOrders(db, platformId, orderIds),
    listShippedBefore(
      db,
      platformId,
      found.map(({ id }) => id),
    ),
  ])
  return found.map((one) =>
    packingSlipOf({
      ...one,
      ordered: (linesOf.get(one.row.orderId) ?? []).map(toLineReply),
      before: beforeOf.get(one.id) ?? new Map(),
    }),
  )
}

const textOf = ({ qtyScale, unit }: FulfillmentLineRow, quanta: string | bigint) =>
  `${quantityText(fromQuanta(quanta, qtyScale))} ${unit}`

/** For who picks on paper, in walking order: where it is taken from, with codes to scan at the desk. */
function pickListOf({
  row,
  lines,
  stops,
  order,
  barcodes,
  seller,
  timezone,
  printedAt,
}: Printed): Paper {
  const pickOf = new Map(
    lines.flatMap((line) => line.picks.map((pick) => [pick.id, { line, pick }] as const)),
  )
  const picks = inWalkingOrder(stops).flatMap(({ id }) => pickOf.get(id) ?? [])
  return {
    title: 'Pick list',
    number: row.number,
    isScanned: true,
    seller,
    alerts: picks.length === 0 ? ['Nothing is left to pick'] : [],
    facts: [
      ['Order', order.number],
      ['Customer', order.customer ?? '-'],
      ['Warehouse', row.warehouseCode ?? '-'],
      ['Ship by', row.shipBy ? timeText(row.shipBy, timezone) : '-'],
      ['Priority', String(row.priority)],
      ['Printed', timeText(printedAt.toISOString(), timezone)],
      ['Time zone', timezone],
    ],
    columns: [
      { title: 'Location', width: 44 },
      { title: 'Item' },
      { title: 'Quantity', width: 24, align: 'end' },
      { title: 'Picked', width: 22, align: 'end' },
    ],
    rows: picks.map(({ line, pick }) => [
      { text: pick.location, code: pick.location },
      {
        text: line.sku,
        notes: [line.name, ...trackingOf(pick)].filter(Boolean),
        code: barcodes.get(line.variantId) ?? line.sku,
      },
      { text: textOf(line, pick.qty) },
      { text: '________' },
    ]),
    notes: order.note ? [{ title: 'Note of the order', text: order.note }] : [],
  }
}

/**
 * 4 by 6 inches for each package: who ships it, where it goes, which of how many it is, and its number to scan. A
 * fulfillment without packages has one label with its own number.
 */
function addressLabelsOf({ row, packages, order, seller, home }: LabelledFulfillment): Layout[] {
  const { shippingAddress: to, customer } = order
  const { edge, inner } = parcel
  const address = recipientLines(to, customer, home)
  const name = to?.name || to?.company || customer || ''
  const labelOf = (number: string, count: string) =>
    parcelLayout({ address, name, number, count }, [
      line(`From ${seller.name}`, edge, 10, 4, inner, { isShortened: true }),
      line(`Order ${order.number}`, edge, 16, 4, inner),
      line('Ship to', edge, 30, 4, inner),
    ])
  if (packages.length === 0) return [labelOf(row.number, '1 of 1')]
  return packages.map(({ number, weightG }, i) => {
    const weight = weightG === null ? '' : `, ${weightG / 1000} kg`
    return labelOf(number, `${i + 1} of ${packages.length}${weight}`)
  })
}

/** The most lines a contents label has room for. */
const mostContents = 9

/** 4 by 6 inches for a package: its number to scan, and what is in it. */
function contentsLabelOf({ row, package: one }: LabelledPackage): Layout {
  const { edge, inner } = parcel
  const shortLine = (text: string, baseline: number, size: number, isBold = false) =>
    line(text, edge, baseline, size, inner, { isBold, isShortened: true })
  const more = one.lines.length - mostContents
  const weight = one.weightG === null ? '' : `${one.weightG / 1000} kg`
  return {
    codes: [[{ x: edge, y: 20, width: inner, height: 18, symbology: 'code128', text: one.number }]],
    texts: [
      shortLine(`Order ${row.order ?? ''}`, 10, 4),
      line([one.box, weight].filter(Boolean).join(', '), edge, 16, 4, inner),
      line(one.number, edge, 45, 6, inner, { isBold: true }),
      ...one.lines.slice(0, mostContents).flatMap((inside, i) => {
        const { qty, qtyScale, unit, sku, name, lot, serial } = inside
        const title = `${quantityText(fromQuanta(qty, qtyScale))} ${unit}  ${sku}`
        const note = [name, lot !== null && `Lot ${lot}`, serial !== null && `Serial ${serial}`]
        const top = 55 + i * 10
        return [
          shortLine(title, top, 4.5, true),
          shortLine(note.filter(Boolean).join(', '), top + 4, 3),
        ]
      }),
      ...(more > 0 ? [line(`and ${more} more`, edge, 148, 4, inner)] : []),
    ],
  }
}

export const addressLabels = labelsOf(findLabelledFulfillments, addressLabelsOf)
export const contentsLabels = labelsOf(findLabelledPackages, contentsLabelOf)
