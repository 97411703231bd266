import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAll, must, openWorkplace, type Answer, type Workplace } from './workplace.ts'

/* The whole product as a process, killed while people work in it. */

/** Document a client sent under its own key, and whether it ever got a reply. */
type Sent = { key: string; kind: 'receipt' | 'adjustment'; qty: number; heard: string | undefined }

const clients = 8

let place: Workplace
let skus: string[]
const sent: Sent[] = []

beforeAll(async () => {
  place = await openWorkplace()
  skus = Array.from({ length: 4 }, (_, i) => `CRASH-${i}`)
  const variants = skus.map((sku) => ({ sku }))
  await must(201, place.call('POST', '/catalog/products', { name: 'Mug', variants }))
})
afterAll(() => place.stop())

/** Sends one again, or for the first time, under its key; `heard` is the document's id. */
async function send(one: Sent): Promise<Answer> {
  const sku = skus[Number.parseInt(one.key, 16) % skus.length]
  const [route, body] =
    one.kind === 'receipt'
      ? [
          '/receiving/receipts',
          {
            reference: one.key,
            complete: true,
            lines: [{ sku, qty: String(one.qty), location: 'RECV' }],
          },
        ]
      : [
          '/stock/adjustments',
          {
            reasonCode: 'found',
            note: one.key,
            lines: [{ mode: 'delta', sku, qty: String(one.qty), location: 'RECV' }],
          },
        ]
  const { warehouseId } = place
  const answer = await place.call(
    'POST',
    route,
    { warehouseId, ...body },
    { 'idempotency-key': one.key },
  )
  if (answer.status === 201) one.heard = (answer.body[one.kind] as { id: string }).id
  return answer
}

/** Clients that send one document after the other until `isOver`, and remember what they heard. */
const load = (isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        const kind = Math.random() < 0.5 ? 'receipt' : 'adjustment'
        const one: Sent = {
          key: randomUUID().replaceAll('-', ''),
          kind,
          qty: 1 + Math.floor(Math.random() * 5),
          heard: undefined,
        }
        sent.push(one)
        await send(one).catch(() => {})
      }
    }),
  )

/** Every document there is: its own id by the key it was sent under, which must be there once. */
async function documents(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const [route, key] of [
    ['/receiving/receipts', 'reference'],
    ['/stock/adjustments', 'note'],
  ] as const)
    for (const item of await listAll(place, route)) {
      const name = item[key] as string
      found.set(name, [...(found.get(name) ?? []), item['id'] as string])
    }
  return found
}

/** Sums up the announcements of available stock, none of which may be lost or sent twice. */
async function announcedOnHand(): Promise<number> {
  let sum = 0
  for (let after = '0'; ;) {
    const page = await must(200, place.call('GET', `/events?limit=200&after=${after}`))
    for (const { type, data } of page['items'] as { type: string; data: Record<string, string> }[])
      if (type === 'stock.available_changed') sum += Number(data['available']) - Number(data['was'])
    if (page['next'] === after) return sum
    after = page['next'] as string
  }
}

/**
 * Checks that acknowledged documents are there, sends the others again, and checks that all are there once
 * and add up.
 */
async function expectNothingLost() {
  const before = await documents()
  for (const { key, heard } of sent) if (heard) expect(before.get(key)).toEqual([heard])
  const unheard = sent.filter(({ heard }) => heard === undefined)
  for (const one of unheard) expect((await send(one)).status).toBe(201)
  // Those that were heard of are repeated as well, as by a client that lost the answer.
  for (const one of sent.slice(-20)) {
    const { heard } = one
    await send(one)
    expect(one.heard).toBe(heard)
  }
  const after = await documents()
  expect(after.size).toBe(sent.length)
  for (const { key, heard } of sent) expect(after.get(key)).toEqual([heard])
  const levels = await must(200, place.call('GET', '/stock/levels?limit=200'))
  const onHand = (levels['items'] as { onHand: string }[]).reduce(
    (sum, one) => sum + Number(one.onHand),
    0,
  )
  expect(onHand).toBe(sent.reduce((sum, { qty }) => sum + qty, 0))
  await expect.poll(announcedOnHand, { timeout: 20_000, interval: 250 }).toBe(onHand)
  const verified = await must(200, place.call('POST', '/stock/verify', {}))
  expect(verified).toMatchObject({ ok: true, violations: [] })
}

test('R4 loses and repeats nothing when the server is killed', { timeout: 180_000 }, async () => {
  for (let round = 0; round < 2; round++) {
    let isOver = false
    const working = load(() => isOver)
    await sleep(400 + Math.random() * 800)
    await place.kill()
    isOver = true
    await working
    await place.restart()
    await expectNothingLost()
  }
})

test('R4 loses and repeats nothing when its database is killed', { timeout: 180_000 }, async () => {
  for (let round = 0; round < 2; round++) {
    let isOver = false
    const working = load(() => isOver)
    await sleep(400 + Math.random() * 800)
    const killed = place.killDatabase()
    await sleep(300)
    isOver = true
    await Promise.all([working, killed])
    await expectNothingLost()
  }
})
