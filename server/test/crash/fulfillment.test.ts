import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listAll,
  must,
  openWorkplace,
  type Answer,
  type Body,
  type Workplace,
} from './workplace.ts'

/* The server, or its database, is killed while people release, pick, pack and ship. */

/** An order on its way. Each step is sent under a key of its own until it is answered. */
type Job = { key: string; step: number; order: Body; fulfillmentId: string; shipmentId: string }

const clients = 6
const stocked = 2_000
const perOrder = 2

let place: Workplace
const jobs: Job[] = []

beforeAll(async () => {
  place = await openWorkplace()
  const { warehouseId } = place
  await must(201, place.call('POST', '/locations', { warehouseId, code: 'A-01' }))
  const product = { name: 'Mug', variants: [{ sku: 'MUG' }] }
  await must(201, place.call('POST', '/catalog/products', product))
  const lines = [{ sku: 'MUG', qty: String(stocked), location: 'A-01' }]
  const receipt = { warehouseId, complete: true, lines }
  await must(201, place.call('POST', '/receiving/receipts', receipt))
})
afterAll(() => place.stop())

/** Picks one unit of what is left to pick. The task stays the same until all of it is picked. */
async function pickOne(job: Job, send: Send): Promise<Answer> {
  const fulfillment = await must(200, place.call('GET', `/fulfillments/${job.fulfillmentId}`))
  const { lines } = fulfillment['fulfillment'] as { lines: { picks: { id: string }[] }[] }
  const [task] = lines.flatMap(({ picks }) => picks)
  return send(`/picking/tasks/${task?.id}/confirm`, { qty: '1', scannedItem: 'MUG' })
}

type Send = (path: string, body: object) => Promise<Answer>

/** From order to shipment. */
const steps: ((job: Job, send: Send) => Promise<Answer>)[] = [
  async (job, send) => {
    const lines = [{ sku: 'MUG', qty: String(perOrder) }]
    const answer = await send('/orders', { lines, confirm: { mode: 'strict' } })
    job.order = answer.body['order'] as Body
    return answer
  },
  async (job, send) => {
    const { id, version } = job.order
    const answer = await send(`/orders/${String(id)}/release`, { version })
    job.fulfillmentId = (answer.body['fulfillments'] as { id: string }[])[0]?.id ?? ''
    return answer
  },
  pickOne,
  pickOne,
  (job, send) => send(`/packing/fulfillments/${job.fulfillmentId}/pack-all`, {}),
  async (job, send) => {
    const { fulfillmentId } = job
    const answer = await send('/shipping/shipments', { fulfillmentId, carrier: 'Post' })
    job.shipmentId = (answer.body['shipment'] as { id: string }).id
    return answer
  },
]

/** Takes the next step of an order; throws if it was not answered, so it is taken again. */
async function advance(job: Job): Promise<void> {
  const key = `${job.key}-${job.step}`
  const send: Send = async (path, body) => {
    const answer = await place.call('POST', path, body, { 'idempotency-key': key })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  await steps[job.step]?.(job, send)
  job.step += 1
}

const isOnItsWay = ({ step }: Job) => step < steps.length

/** Clients that each bring one order after the other on its way, until `isOver`. */
const work = (isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        const job = { key: randomUUID(), step: 0, order: {}, fulfillmentId: '', shipmentId: '' }
        jobs.push(job)
        while (isOnItsWay(job) && !isOver()) await advance(job).catch(() => {})
      }
    }),
  )

/**
 * Checks that everything acknowledged is there, repeats and continues the rest, and checks that all is
 * shipped once.
 */
async function expectNothingLost() {
  for (const job of jobs) while (isOnItsWay(job)) await advance(job)
  const shipments = await listAll(place, '/shipping/shipments')
  expect(shipments.map(({ id }) => id).toSorted()).toEqual(
    jobs.map(({ shipmentId }) => shipmentId).toSorted(),
  )
  const orders = await listAll(place, '/orders')
  expect(orders.map(({ id, fulfillmentState }) => [id, fulfillmentState]).toSorted()).toEqual(
    jobs.map(({ order }) => [order['id'], 'full']).toSorted(),
  )
  const levels = await must(200, place.call('GET', '/stock/levels?limit=200'))
  expect(levels['items']).toMatchObject([
    { onHand: String(stocked - perOrder * jobs.length), reserved: '0' },
  ])
  const verified = await must(200, place.call('POST', '/stock/verify', {}))
  expect(verified).toMatchObject({ ok: true, violations: [] })
}

test.each([
  ['the server', () => place.kill().then(() => place.restart())],
  ['the database', () => place.killDatabase()],
])(
  'R4 between any two steps from order to shipment %s may be killed',
  async (_, kill) => {
    for (let round = 0; round < 2; round++) {
      let isOver = false
      const working = work(() => isOver)
      const enough = jobs.length + 2 * clients
      await expect.poll(() => jobs.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough)
      await sleep(Math.random() * 200)
      const killed = kill()
      isOver = true
      await Promise.all([working, killed])
      expect(jobs.some(isOnItsWay)).toBe(true)
      await expectNothingLost()
    }
  },
  240_000,
)
