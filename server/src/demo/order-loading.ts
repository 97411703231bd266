import { channels } from '@stowage/contract/orders/channels'
import { customers } from '@stowage/contract/orders/customers'
import { newOrder } from '@stowage/contract/orders/orders'
import type { Context } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import type { WorkspaceMember } from '../http/actor.ts'
import { retryLostRace } from '../orders/allocation/commands.ts'
import { cancelOrder } from '../orders/cancellations/commands.ts'
import { createChannel } from '../orders/channels/commands.ts'
import { createCustomer } from '../orders/customers/commands.ts'
import { createOrder } from '../orders/entry/commands.ts'
import { holdOrder } from '../orders/holds/commands.ts'
import { takeNumbers } from '../workspace/numbers/commands.ts'
import type { DemoCompany } from './company.ts'
import { customersOf } from './customers.ts'
import { ordersOf, type DemoOrder } from './orders.ts'

type Loader = Pick<Context, 'db'> & {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  actor: () => WorkspaceMember
  report: (step: string, percent: number) => Promise<void>
  today: Date
  stopped: () => boolean
}

/** So many are written before the progress is told. */
const atOnce = 100
/** Many orders are entered side by side; few one after the other, so that the same ones wait each time. */
const sideBySide = ({ orders }: DemoCompany) => (orders > 1_000 ? 4 : 1)
/** Of a hundred parts of the way, the first and the last that are for orders. */
type Share = { from: number; to: number }

/** Adds a web shop, customers and their orders, each by its own command. Returns the ids of the customers. */
export async function loadOrders(
  company: DemoCompany,
  loader: Loader,
  { from, to }: Share,
): Promise<string[]> {
  const { write, actor, report, stopped } = loader
  await report('Adding customers', from)
  const shop = await write((tx) => createChannel(tx, actor(), webShop))
  const customerIds: string[] = []
  for (const some of chunksOf(customersOf(company)))
    await write(async (tx) => {
      for (const { email, address, ...customer } of some) {
        const contact = { emails: [email], phones: [address.phone], addresses: [address] }
        const body = customers.create.body.parse({ ...customer, ...contact })
        customerIds.push((await createCustomer(tx, actor(), body)).id)
      }
    })
  let entered = 0
  for (const some of chunksOf([...ordersOf(company, loader.today)])) {
    if (stopped()) throw new Error('Stopped before the example data was complete')
    await report('Adding orders', from + Math.trunc(((to - from) * entered) / company.orders))
    const numbers = await takeNumbers(loader, actor().platform.id, 'SO', some.length)
    const rest = some.entries()
    const enterNext = async () => {
      for (const [i, order] of rest) {
        const place: Place = {
          number: numbers[i] ?? '',
          customerId: customerIds[order.customer] ?? null,
          today: loader.today,
          ...(order.channel === 'shop' && {
            shop: { channelId: shop.id, externalId: `#${firstExternal + entered + i}` },
          }),
        }
        await retryLostRace({ actor: actor(), explain: write }, () =>
          write((tx) => enter(tx, actor(), order, place)),
        )
      }
    }
    await Promise.all(Array.from({ length: sideBySide(company) }, enterNext))
    entered += some.length
  }
  return customerIds
}

const webShop = channels.create.body.parse({
  code: 'SHOP',
  name: 'Web shop',
  kind: 'shop',
  mode: 'backorder',
})
const firstExternal = 10_001

type Place = {
  number: string
  customerId: string | null
  today: Date
  shop?: { channelId: string; externalId: string }
}

async function enter(
  tx: Tx,
  by: WorkspaceMember,
  { lines, state, mode, minutesAgo, dueInDays, priority, hold, isPaid }: DemoOrder,
  { number, customerId, today, shop }: Place,
): Promise<void> {
  const body = newOrder.parse({
    ...shop,
    customerId,
    priority,
    placedAt: new Date(today.getTime() - minutesAgo * 60_000).toISOString(),
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
  const { id, version } = await createOrder(tx, by, number, body)
  if (hold) await holdOrder(tx, by, id, { version, kind: hold, note: holdNotes[hold] })
  if (state === 'cancelled') await cancelOrder(tx, by, id, { version, reason: 'Ordered twice' })
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

function* chunksOf<Item>(all: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce)
}
