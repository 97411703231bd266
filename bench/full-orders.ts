import { open, type Connection } from './connection.ts'
import { textOf } from './fulfilling.ts'
import { drawer } from './goods.ts'
import type { Site } from './posting.ts'
import type { Service } from './processes.ts'
import type { Section } from './report.ts'
import { median, ms, rate } from './rounds.ts'

const linesPerOrder = 3
/** Orders of each client. */
const ordersEach = 40

/** Way of an order: only entered, step by step to its shipment, or with one call after its entry. */
export type Way = 'created' | 'stepwise' | 'at once'
const ways: readonly (readonly [Way, string])[] = [
  ['created', 'created only'],
  ['stepwise', 'each step by itself'],
  ['at once', 'created, then fulfilled in one call'],
]

/** Measures orders that are created, released, picked line by line, packed and shipped over the API. */
export async function measureFullOrders(
  { port }: Pick<Service, 'port'>,
  site: Site,
  items: readonly string[],
): Promise<Section> {
  const draw = drawer(items, 13)
  const figures: Section['figures'] = []
  for (const clients of [1, 8])
    for (const [way, words] of ways) {
      const took: number[] = []
      const connections = await Promise.all(Array.from({ length: clients }, () => open(port)))
      // The first orders of a connection are slower.
      await Promise.all(connections.map((each) => fulfill(each, site, draw(linesPerOrder), way)))
      const from = performance.now()
      await Promise.all(
        connections.map(async (connection) => {
          for (let i = 0; i < ordersEach; i++) {
            const begun = performance.now()
            await fulfill(connection, site, draw(linesPerOrder), way)
            took.push(performance.now() - begun)
          }
        }),
      )
      const seconds = (performance.now() - from) / 1000
      for (const connection of connections) connection.close()
      const name = `${clients === 1 ? '1 client' : `${clients} clients`}, ${words}`
      figures.push(
        { what: `${name}, orders`, measured: rate(took.length / seconds) },
        { what: `${name}, one order`, measured: ms(median(took)) },
      )
    }
  return { title: `Full orders of ${linesPerOrder} lines over the API`, figures }
}

/** Creates an order of these items and takes it as far as `way` says. */
export async function fulfill(
  connection: Connection,
  site: Site,
  variantIds: string[],
  way: Way,
): Promise<void> {
  const ask = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await connection.ask(textOf(site, { path, body }))
    if (answer.status >= 300)
      throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body) as Body
  }
  const lines = variantIds.map((variantId) => ({ variantId, qty: '1', unitPrice: '9.90' }))
  const { order } = await ask<{ order: { id: string; version: number } }>('orders', {
    lines,
    confirm: { mode: 'strict' },
  })
  if (way === 'created') return
  if (way === 'at once') {
    await ask(`orders/${order.id}/fulfil`, { version: order.version, carrier: 'Post' })
    return
  }
  const { fulfillments } = await ask<{ fulfillments: { id: string }[] }>(
    `orders/${order.id}/release`,
    { version: order.version },
  )
  for (const { id } of fulfillments) {
    for (const task of await tasksOf(connection, site, id))
      await ask(`picking/tasks/${task.id}/confirm`, { qty: task.qty })
    await ask(`packing/fulfillments/${id}/pack-all`, {})
    await ask('shipping/shipments', { fulfillmentId: id, carrier: 'Post' })
  }
}

async function tasksOf(connection: Connection, { slug, token }: Site, fulfillmentId: string) {
  const target = `/api/v1/tenant/${slug}/picking/tasks?fulfillment=${fulfillmentId}&count=none`
  const head = `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`
  const { status, body } = await connection.ask(head)
  if (status !== 200) throw new Error(`The tasks were answered ${status}: ${body}`)
  return (JSON.parse(body) as { items: { id: string; qty: string }[] }).items
}
