import { customers } from '@stowage/contract/orders/customers'
import { newOrder } from '@stowage/contract/orders/orders'
import type { Context } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import type { WorkspaceMember } from '../http/actor.ts'
import { createCustomer } from '../orders/customers/commands.ts'
import { cancelOrder } from '../orders/cancellations/commands.ts'
import { createOrder } from '../orders/entry/commands.ts'
import { holdOrder } from '../orders/holds/commands.ts'
import { takeNumbers } from '../workspace/numbers/commands.ts'
import type { DemoCompany } from './company.ts'
import { customersOf, ordersOf, type DemoOrder } from './orders.ts'

type Loader = Pick<Context, 'db'> & {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  actor: () => WorkspaceMember
  report: (step: string, percent: number) => Promise<void>
  today: Date
  stopped: () => boolean
}

/** So many orders are written in one transaction. */
const ordersAtOnce = 20

/** Adds customers and their orders, each by its own command; the last step of the example data. */
export async function loadOrders(company: DemoCompany, loader: Loader): Promise<void> {
  const { write, actor, report, stopped } = loader
  await report('Adding orders', 96)
  const ids = await write(async (tx) => {
    const made: string[] = []
    for (const { code, name, city, country } of customersOf(company)) {
      const body = customers.create.body.parse({ code, name, addresses: [{ name, city, country }] })
      made.push((await createCustomer(tx, actor(), body)).id)
    }
    return made
  })
  const orders = [...ordersOf(company)]
  for (let at = 0; at < orders.length; at += ordersAtOnce) {
    if (stopped()) throw new Error('Stopped before the example data was complete')
    const some = orders.slice(at, at + ordersAtOnce)
    const numbers = await takeNumbers(loader, actor().platform.id, 'SO', some.length)
    await write(async (tx) => {
      for (const [i, order] of some.entries())
        await enter(tx, actor(), numbers[i] ?? '', order, ids[order.customer] ?? null, loader.today)
    })
  }
}

async function enter(
  tx: Tx,
  by: WorkspaceMember,
  number: string,
  { lines, state, mode, minutesAgo, shipWithin }: DemoOrder,
  customerId: string | null,
  today: Date,
): Promise<void> {
  const placed = today.getTime() - Math.max(1, minutesAgo) * 60_000
  const body = newOrder.parse({
    customerId,
    placedAt: new Date(placed).toISOString(),
    promisedShipAt: new Date(placed + shipWithin * dayMs).toISOString(),
    lines: lines.map(({ sku, qty, cents }) => ({
      sku,
      qty: String(qty),
      unitPrice: `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
    })),
    ...(state !== 'draft' && { confirm: { mode } }),
  })
  const { id, version } = await createOrder(tx, by, number, body)
  if (state === 'on_hold')
    await holdOrder(tx, by, id, { version, kind: 'payment', note: 'Waiting for payment' })
  if (state === 'cancelled') await cancelOrder(tx, by, id, { version, reason: 'Ordered twice' })
}

const dayMs = 86_400_000
