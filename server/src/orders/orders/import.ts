import { foldKey } from '@stowage/contract/folding'
import type { Channel } from '@stowage/contract/orders/channels'
import type { Customer } from '@stowage/contract/orders/customers'
import { newOrder } from '@stowage/contract/orders/order-inputs'
import { money, quantity } from '@stowage/contract/warehouse/fields'
import { plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { Failure, notFound, requireUnused } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { mapInSlices } from '../../concurrency/slices.ts'
import { getSettings } from '../../warehouse/settings/queries.ts'
import { listWarehouses } from '../../warehouse/locations/warehouse-list-queries.ts'
import { createDocuments } from '../../workspace/documents/commands.ts'
import {
  groupKeyOf,
  note,
  read,
  readMoment,
  readNumber,
  requireCell,
  wordsIn,
  type Reading,
} from '../../workspace/imports/cells.ts'
import type { Checked, ReadRow, RowKind } from '../../workspace/imports/kinds.ts'
import { cancelDrafts } from './cancel.ts'
import { findOrCreateManualChannel } from '../channels/commands.ts'
import { listChannels } from '../channels/queries.ts'
import { addCustomers } from '../customers/commands.ts'
import { addressOf, readUnmasked } from '../customers/import.ts'
import { totalsOf, type Charges } from './amount-rules.ts'
import { componentsOf as componentRows } from './commands.ts'
import { leaveOut, readCharges } from './import-charges.ts'
import { buyerOf, findBuyers, type Buyers } from './import-customers.ts'
import { orderFormats } from './import-formats.ts'
import { findLineItems, readOneLine, type LineItems, type NewLine } from './lines.ts'
import { lockImported } from './external-queries.ts'
import { insertComponents, orders, type LineRow, type OrderRow } from './queries.ts'
import { findExternalNumbers } from './list-queries.ts'

const synonyms = {
  shipping_charge: ['shipping', 'shippingcost', 'shippingprice', 'versandkosten'],
  order_discount: ['discountamount', 'discounttotal'],
  order_tax: ['taxes', 'taxtotal'],
  customer_name: ['billingname', 'buyername'],
  customer_email: ['email', 'billingemail', 'buyeremail'],
  customer_phone: ['phone', 'billingphone', 'buyerphone', 'buyerphonenumber'],
  external_id: ['externalid', 'orderid', 'ordernumber', 'order', 'ordername', 'bestellnummer'],
  sku: ['lineitemsku', 'item', 'itemsku', 'article'],
  quantity: ['qty', 'lineitemquantity', 'menge'],
  unit_price: ['unitprice', 'lineitemprice', 'preis'],
  discount: ['lineitemdiscount', 'linediscount'],
  tax: ['linetax', 'lineitemtax'],
  channel: ['channelcode', 'saleschannel', 'shop'],
  customer: ['customercode', 'customerid', 'customernumber'],
  placed_at: ['createdat', 'orderdate', 'date', 'placedat'],
  promised_ship_at: ['shipby', 'promisedshipat', 'duedate'],
  payment: ['financialstatus', 'paymentstatus', 'paymentstate'],
  ship_name: ['shippingname'],
  ship_company: ['shippingcompany'],
  ship_street: ['shippingaddress1', 'shippingstreet'],
  ship_street2: ['shippingaddress2'],
  ship_postal_code: ['shippingzip'],
  ship_city: ['shippingcity'],
  ship_region: ['shippingprovince'],
  ship_country: ['shippingcountry'],
  ship_phone: ['shippingphone'],
}

const group = { field: 'external_id', noun: 'order', isWhole: true } as const
const { shape } = newOrder
const unitSchema = shape.lines.element.shape.unit
const noteSchema = shape.lines.element.shape.note
const whole = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : text)

/** Order of a row, as its first row gives it. */
type Head = Omit<
  OrderRow,
  'number' | 'subtotalMicros' | 'discountMicros' | 'shippingMicros' | 'taxMicros' | 'totalMicros'
>
type Plan = { head: Head; line: LineRow; newCustomer: Customer | undefined }

type Found = {
  channels: ReadonlyMap<string, Channel>
  /** Channel of orders without one. */
  manual: Channel
  buyers: Buyers
  items: ReadonlyMap<number, LineItems['items'][number]>
  componentsOf: LineItems['componentsOf']
  /** Numbers of orders by channel and external number. */
  taken: ReadonlyMap<string, string>
  currency: string
  /** Time zone of times without an offset: that of the first warehouse. */
  timezone: string
}

const takenKey = (channelId: string, externalId: string) => `${channelId} ${externalId}`

/** Reads what the first row of an order says about it. */
function readHead(
  reading: Reading,
  actor: WorkspaceMember,
  found: Found,
  customer: Customer | undefined,
  charges: Charges,
): Head | undefined {
  requireCell(reading, 'external_id', 'External number')
  const externalId = read(reading, 'external_id', shape.externalId)
  const channelText = reading.cells.get('channel')
  const channel =
    channelText === undefined ? found.manual : found.channels.get(foldKey(channelText))
  if (channel?.state !== 'active')
    note(reading, 'channel', 'not_found', 'This channel doesn’t exist')
  const number = channel && externalId && found.taken.get(takenKey(channel.id, externalId))
  if (number)
    note(reading, 'external_id', 'duplicate_key', `This order exists already as ${number}`)
  const given = {
    placedAt: readMoment(reading, 'placed_at', shape.placedAt, found.timezone),
    promisedShipAt:
      readMoment(reading, 'promised_ship_at', shape.promisedShipAt, found.timezone, {
        isEnd: true,
      }) ?? null,
    currency: read(reading, 'currency', shape.currency, (text) => text.toUpperCase()),
    priority: read(reading, 'priority', shape.priority, whole) ?? 5,
    paymentState: read(reading, 'payment', shape.paymentState) ?? '',
    tags: read(reading, 'tags', shape.tags, wordsIn) ?? [],
    note: read(reading, 'note', shape.note) ?? '',
    address: readUnmasked(
      reading,
      addressOf(reading, 'ship_'),
      customer?.addresses ?? [],
      'ship_street',
    ),
  }
  if (channel === undefined || externalId === undefined) return undefined
  const at = actor.at.toISOString()
  return {
    id: newId(),
    version: 1,
    state: 'draft',
    createdAt: at,
    createdBy: actor.id,
    channelId: channel.id,
    channel: channel.code,
    externalId,
    customerId: customer?.id ?? null,
    customer: customer?.name ?? null,
    priority: given.priority,
    placedAt: given.placedAt ?? at,
    promisedShipAt: given.promisedShipAt,
    shipComplete: customer?.shipComplete ?? false,
    currency: given.currency ?? customer?.currency ?? found.currency,
    shippingAddress: given.address ?? customer?.addresses[0] ?? null,
    billingAddress: null,
    paymentState: given.paymentState,
    tags: given.tags,
    note: given.note,
    metadata: {},
    ...charges,
    warehouseIds: [],
    mode: null,
    confirmedAt: null,
    cancelReason: null,
    fulfillmentState: 'none',
  }
}

/** The field of the file for a field of a line. */
const columnOf: Readonly<Record<string, string>> = {
  sku: 'sku',
  qty: 'quantity',
  unit: 'unit',
  discount: 'discount',
}

/** Reads the line of a row; what is wrong with it is noted. */
function readRowLine(
  { rowNo, reading }: ReadRow,
  found: Found,
  lineNo: number,
  orderTax: bigint,
): LineRow | undefined {
  requireCell(reading, 'sku', 'SKU')
  requireCell(reading, 'quantity', 'Quantity')
  const amountOf = (field: string) => {
    const text = readNumber(reading, field)
    return text === undefined ? undefined : read(reading, field, money, () => text)
  }
  const sku = reading.cells.get('sku')
  const number = readNumber(reading, 'quantity')
  const qty = number === undefined ? undefined : read(reading, 'quantity', quantity, () => number)
  const unit = read(reading, 'unit', unitSchema)
  const typed = {
    unitPrice: amountOf('unit_price'),
    discount: amountOf('discount') ?? '0',
    tax: orderTax > 0n ? plainMoney(orderTax) : (amountOf('tax') ?? '0'),
    note: read(reading, 'line_note', noteSchema) ?? '',
    metadata: {},
  }
  if (sku === undefined || qty === undefined) return undefined
  const line: NewLine = { sku, qty, ...(unit !== undefined && { unit }), ...typed }
  try {
    return readOneLine(found.items.get(rowNo), found.componentsOf, line, lineNo)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const path = error.details[0]?.path.split('.').at(-1) ?? ''
    note(reading, columnOf[path] ?? 'sku', error.code, error.details[0]?.message ?? error.message)
    return undefined
  }
}

/** Fields of the order in a later row of it that differ from what its first row says. */
function noteDifferences(first: ReadRow, row: ReadRow): void {
  const ofLine = new Set(['sku', 'quantity', 'unit', 'unit_price', 'discount', 'tax', 'line_note'])
  for (const [field, text] of row.reading.cells) {
    if (ofLine.has(field) || field === group.field) continue
    if (text === row.reading.fixed[field]) continue
    if (text !== first.reading.cells.get(field))
      note(row.reading, field, 'validation_failed', `Row ${first.rowNo} of this order differs`)
  }
}

/** Plans the rows of one order. */
function planOrderRows(
  rows: readonly ReadRow[],
  actor: WorkspaceMember,
  found: Found,
): Checked<Plan>[] {
  const [first] = rows
  leaveOut(rows)
  const kept = rows.find(({ reading }) => reading.skip === undefined)
  const { taxes, ...charges } = readCharges(rows)
  const { customer, hint } = first && kept ? buyerOf(first.reading, actor, found.buyers) : {}
  // The rows before may be left out, and say nothing but that.
  if (hint) kept?.reading.hints.push(hint)
  const head = first && kept ? readHead(first.reading, actor, found, customer, charges) : undefined
  const newCustomer = customer && found.buyers.added.has(customer) ? customer : undefined
  let lineNo = 0
  return rows.map((row, i) => {
    const isSkipped = row.reading.skip !== undefined
    // In the exports of shops the first row says what the order is.
    if (first && i > 0 && row.reading.format === null) noteDifferences(first, row)
    if (i >= 1000) note(row.reading, '', 'validation_failed', 'An order has at most 1,000 lines')
    const tax = taxes[i] ?? 0n
    const line = isSkipped ? undefined : readRowLine(row, found, (lineNo += 1), tax)
    const { rowNo, reading } = row
    const isGood = head && line && reading.errors.length === 0
    return {
      rowNo,
      reading,
      outcome: 'create',
      key: null,
      mark: null,
      plan: isGood ? { head, line, newCustomer } : undefined,
    }
  })
}

async function findAll(tx: Tx, actor: WorkspaceMember, rows: readonly ReadRow[]): Promise<Found> {
  const { id: platformId } = actor.platform
  const cells = (field: string) => rows.flatMap(({ reading }) => reading.cells.get(field) ?? [])
  const named = rows.filter(({ reading }) => reading.cells.has('sku'))
  const manual = await findOrCreateManualChannel(tx, actor)
  const [channels, buyers, taken, settings, warehouses, { items, componentsOf }] =
    await Promise.all([
      listChannels(tx, platformId),
      findBuyers(tx, actor, rows),
      findExternalNumbers(tx, platformId, [...new Set(cells('external_id'))]),
      getSettings(tx, platformId),
      listWarehouses(tx, platformId, null, 'site'),
      findLineItems(
        tx,
        platformId,
        named.map(({ reading }) => ({ sku: reading.cells.get('sku') ?? '' })),
      ),
    ])
  return {
    manual,
    channels: new Map(channels.map((channel) => [foldKey(channel.code), channel])),
    buyers,
    items: new Map(named.map(({ rowNo }, i) => [rowNo, items[i]])),
    componentsOf,
    taken: new Map(
      taken.map(({ channelId, externalId, number }) => [takenKey(channelId, externalId), number]),
    ),
    currency: settings.currency,
    timezone: warehouses[0]?.timezone ?? 'UTC',
  }
}

/** Rows of a file of orders: those with one external number are the lines of one order. */
export const orderRows: RowKind<Plan> = {
  synonyms,
  formats: orderFormats,
  keys: {},
  group,
  prefix: orders.prefix,

  async check(tx, actor, { rows }) {
    const found = await findAll(tx, actor, rows)
    const together = Map.groupBy(rows, (row) => groupKeyOf(row, group) ?? row.rowNo)
    const checked = await mapInSlices([...together.values()], (some) =>
      planOrderRows(some, actor, found),
    )
    return checked.flat().toSorted((a, b) => a.rowNo - b.rowNo)
  },

  async apply(tx, actor, importId, rows, nextNumber) {
    if (rows.length === 0) return new Map()
    const { id: platformId } = actor.platform
    const together = [...Map.groupBy(rows, ({ plan }) => plan.head.id).values()]
    const added = await addCustomers(
      tx,
      actor,
      together.flatMap(([one]) => one?.plan.newCustomer ?? []),
    )
    const documents = await Promise.all(
      together.map(async (some) => {
        const lines = some.map(({ plan }) => plan.line)
        const [{ plan } = notFound()] = some
        const buyer = added.get(plan.newCustomer?.id ?? '')
        const head = { ...plan.head, ...(buyer && { customerId: buyer.id, customer: buyer.name }) }
        const number = await nextNumber()
        return { row: { ...head, number, ...totalsOf(lines, head, head.currency) }, lines }
      }),
    )
    await createDocuments(tx, orders, actor, {
      documents,
      change: 'created',
      recorded: { payload: { importId } },
    })
    await insertComponents(tx, platformId, componentRows(documents.flatMap(({ lines }) => lines)))
    return new Map(rows.map(({ rowNo, plan }) => [rowNo, { entityId: plan.head.id }]))
  },

  async undo(tx, actor, rows) {
    const ids = [...new Set(rows.flatMap(({ entityId }) => entityId ?? []))]
    const found = await lockImported(tx, actor.platform.id, ids)
    const blockers = found
      .filter(({ state, version }) => state !== 'cancelled' && version !== 1)
      .map(({ number }) => ({ type: 'changed' as const, code: number }))
    requireUnused(blockers)
    const drafts = found.filter(({ state }) => state === 'draft')
    await cancelDrafts(tx, actor, drafts, 'Import undone')
  },
}
