import { channels } from '@stowage/contract/orders/channels'
import { customers } from '@stowage/contract/orders/customers'
import { newOrder } from '@stowage/contract/orders/order-inputs'
import type { Tx } from '../database/connect.ts'
import type { WorkspaceMember } from '../http/actor.ts'
import { retryLostRace } from '../orders/backorders/plan-order.ts'
import { cancelOrder } from '../orders/orders/cancel.ts'
import { createChannel } from '../orders/channels/commands.ts'
import { createCustomer } from '../orders/customers/commands.ts'
import { createOrder } from '../orders/orders/create.ts'
import { holdOrder } from '../orders/orders/hold.ts'
import { takeNumbers } from '../workspace/documents/numbers.ts'
import { sideBySide, type DemoCompany } from './company.ts'
import { customersOf } from './customers.ts'
import {
  chunksOf,
  forEach,
  minutesBefore,
  requireGoing,
  type Loader,
  type Share,
} from './loader.ts'
import { ordersOf, type DemoOrder } from './orders.ts'

/** Orders written between two progress reports. */
const atOnce = 100
/** An order that was entered, as it is then. */
export type Entered = DemoOrder & {
  /** Nothing of it was available, and it ended at once. */
  isOver: boolean
  id: string
  version: number
  /** By SKU. */
  lineIds: ReadonlyMap<string, string>
}

/** Adds a web shop, customers and their orders, each by its own command. */
export async function loadOrders(
  company: DemoCompany,
  loader: Loader,
  { from, to }: Share,
): Promise<Entered[]> {
  const { write, actor, report, today } = loader
  await report('Adding customers', from)
  const shop = await write((tx) => createChannel(tx, actor(), webShop))
  const customerIds: string[] = []
  for (const some of chunksOf(customersOf(company), atOnce))
    await write(async (tx) => {
      for (const { email, address, ...customer } of some) {
        const contact = { emails: [email], phones: [address.phone], addresses: [address] }
        const body = customers.create.body.parse({ ...customer, ...contact })
        customerIds.push((await createCustomer(tx, actor(), body)).id)
      }
    })
  const entered: Entered[] = []
  for (const some of chunksOf([...ordersOf(company, today)], atOnce)) {
    requireGoing(loader)
    await report(
      'Adding orders',
      from + Math.trunc(((to - from) * entered.length) / company.orders),
    )
    const numbers = await takeNumbers(loader, actor().platform.id, 'SO', some.length)
    const first = entered.length
    await forEach(some, sideBySide(company), async (order, i) => {
      const place: OrderContext = {
        number: numbers[i] ?? '',
        customerId: customerIds[order.customer] ?? null,
        today,
        ...(order.channel === 'shop' && {
          shop: { channelId: shop.id, externalId: `#${firstExternal + first + i}` },
        }),
      }
      // Entered when it was placed, so what follows is not before it.
      const by = actor(order.progress && minutesBefore(today, order.minutesAgo))
      entered[first + i] = await retryLostRace({ actor: by, explain: write }, () =>
        write((tx) => enter(tx, by, order, place)),
      )
    })
  }
  return entered
}

const webShop = channels.create.body.parse({
  code: 'SHOP',
  name: 'Web shop',
  kind: 'shop',
  mode: 'backorder',
})
const firstExternal = 10_001

type OrderContext = {
  number: string
  customerId: string | null
  today: Date
  shop?: { channelId: string; externalId: string }
}

async function enter(
  tx: Tx,
  by: WorkspaceMember,
  order: DemoOrder,
  { number, customerId, today, shop }: OrderContext,
): Promise<Entered> {
  const { lines, state, mode, minutesAgo, dueInDays, priority, hold, isPaid } = order
  const body = newOrder.parse({
    ...shop,
    customerId,
    priority,
    placedAt: minutesBefore(today, minutesAgo).toISOString(),
    promisedShipAt: dueInDays === undefined ? null : dueAt(today, dueInDays),
    paymentState: isPaid && hold !== 'payment' ? 'paid' : 'pending',
    lines: lines.map(({ sku, qty, cents }) => ({
      sku,
      qty: String(qty),
      unitPrice: money(cents),
      tax: money(Math.round((qty * cents * taxPercent) / 100)),
    })),
    ...(state !== 'draft' && { confirm: { mode } }),
  })
  const made = await createOrder(tx, by, number, body)
  const { id, version } = made
  // It ended at once where nothing was available and the rest is cancelled.
  const isOver = made.state === 'cancelled'
  if (hold && !isOver) await holdOrder(tx, by, id, { version, kind: hold, note: holdNotes[hold] })
  if (state === 'cancelled' && !isOver)
    await cancelOrder(tx, by, id, { version, reason: 'Ordered twice' })
  return {
    ...order,
    id,
    version,
    isOver,
    lineIds: new Map(made.lines.map((line) => [line.sku, line.id])),
  }
}

const taxPercent = 20
const holdNotes = {
  payment: 'Waiting for payment',
  address: 'Street number is missing',
  fraud: 'Card and address are in different countries',
  stock: 'Customer asked to wait for the whole order',
  manual: 'Customer wants to add an item',
} as const

const money = (cents: number) =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const dayMs = 86_400_000

/** In the afternoon of the day so many days from today, in UTC. */
const dueAt = (today: Date, days: number) =>
  new Date((Math.trunc(today.getTime() / dayMs) + days) * dayMs + 16 * 3_600_000).toISOString()
