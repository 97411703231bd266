import type { History } from './order-history.ts'
import { asked, bareOf, p95, p95Alone, type Servers } from './reading.ts'
import { atMost, type Section } from './report.ts'
import { alternate, median, ms } from './rounds.ts'

const rounds = 2
/** Maximum time of a page relative to the bare read. */
const mostTimes = 2
const mostSearchMs = 50

/** Compares pages of 50 orders with the same rows read bare, and measures searches for one. */
export async function compareOrderLists(
  { server, bare }: Servers,
  history: History,
  roundMs: number,
): Promise<Section> {
  const { customer, item, count } = history
  const figures: Section['figures'] = []
  const lists = {
    'the default view': ['/orders?limit=50', bareOf(history, 'orders')],
    'of one customer': [
      `/orders?limit=50&customer=${customer}`,
      bareOf(history, 'ordersOfCustomer', customer),
    ],
    'with one item': [`/orders?limit=50&variant=${item}`, bareOf(history, 'ordersOfItem', item)],
    'late ones': [
      '/orders?limit=50&view=late',
      bareOf(history, 'ordersLate', new Date().toISOString()),
    ],
  } as const
  for (const [what, [path, theirs]] of Object.entries(lists)) {
    // The first answer waits for the disk.
    await p95Alone(server, asked(history, path))
    const pairs = await alternate(
      rounds,
      p95(server, [asked(history, path)], roundMs / 2),
      p95(bare, [theirs], roundMs / 2),
    )
    const times = median(pairs.map(([a, b]) => a / b))
    const bareMs = ms(median(pairs.map(([, b]) => b)))
    figures.push({
      what: `GET /orders, ${what}: p95 by the bare ${bareMs}`,
      measured: `${times.toFixed(2)} (${ms(median(pairs.map(([a]) => a)))})`,
      limit: atMost(times, mostTimes),
    })
  }
  const middle = Math.floor(count / 2)
  const searches = {
    'GET /orders by number': `/orders?q=SO-${1_000_000 + middle}`,
    'GET /orders by external number': `/orders?q=EXT-${middle}`,
    'GET /customers by name': '/customers?q=Customer%2012345',
  }
  for (const [what, path] of Object.entries(searches)) {
    const took = await p95Alone(server, asked(history, path))
    figures.push({
      what: `${what}: p95`,
      measured: ms(took),
      limit: atMost(took, mostSearchMs, ' ms'),
    })
  }
  return { title: `Lists of ${count.toLocaleString('en')} orders`, figures }
}
