import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAll, must, openWorkplace, type Workplace } from './workplace.ts'

/* The server is killed while 32 clients order; its database goes on. */

/** Order a client sent under its own key, and the reply it got: the status and the order. */
type Sent = {
  key: string
  lines: { sku: string; qty: string }[]
  mode: string
  heard: { status: number; id: string; number: string } | undefined
}
type Order = {
  id: string
  number: string
  state: string
  lines: { qty: string; promised: string; backordered: string; cancelled: string }[]
}

const clients = 32
const skus = ['CRASH-A', 'CRASH-B', 'CRASH-C']
const modes = ['strict', 'backorder', 'cancel_rest'] as const
const stocked = 60

let place: Workplace
const sent: Sent[] = []

beforeAll(async () => {
  place = await openWorkplace()
  const variants = skus.map((sku) => ({ sku, backorder: { policy: 'allow' } }))
  await must(201, place.call('POST', '/catalog/products', { name: 'Mug', variants }))
  const { warehouseId } = place
  const lines = skus.map((sku) => ({ sku, qty: String(stocked), location: 'RECV' }))
  const receipt = { warehouseId, complete: true, lines }
  await must(201, place.call('POST', '/receiving/receipts', receipt))
})
afterAll(() => place.stop())

/** Sends an order for the first time or again; returns what was heard. */
async function send({ key, lines, mode }: Sent): Promise<Sent['heard']> {
  const order = { externalId: key, lines, confirm: { mode } }
  const { status, body } = await place.call('POST', '/orders', order, { 'idempotency-key': key })
  const { id = '', number = '' } = (body['order'] ?? {}) as Partial<Order>
  return { status, id, number }
}

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T

/** Clients that order one after the other until `isOver`, and remember what they heard. */
const load = (isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        const line = () => ({ sku: pick(skus), qty: String(1 + Math.floor(Math.random() * 3)) })
        const key = randomUUID().replaceAll('-', '')
        const one: Sent = { key, lines: [line(), line()], mode: pick(modes), heard: undefined }
        sent.push(one)
        one.heard = await send(one).catch(() => undefined)
      }
    }),
  )

const ordersByKey = async () =>
  Map.groupBy(await listAll(place, '/orders'), ({ externalId }) => externalId as string)

/** Checks that no more is promised than there is, and that nothing waits beside available stock. */
async function expectWhole() {
  const verified = await must(200, place.call('POST', '/stock/verify', {}))
  expect(verified).toMatchObject({ ok: true, violations: [] })
  const levels = await must(200, place.call('GET', '/stock/levels?limit=200'))
  for (const { reserved } of levels['items'] as { reserved: string }[])
    expect(Number(reserved)).toBeLessThanOrEqual(stocked)
}

test(
  'orders that were acknowledged outlive a kill, and a repeated key never orders twice',
  { timeout: 180_000 },
  async () => {
    for (let round = 0; round < 2; round++) {
      let isOver = false
      const working = load(() => isOver)
      await expect
        .poll(() => sent.filter(({ heard }) => heard?.status === 201).length, { timeout: 240_000 })
        .toBeGreaterThan(20 * (round + 1))
      await sleep(Math.random() * 300)
      await place.kill()
      isOver = true
      await working
      await place.restart()

      const before = await ordersByKey()
      for (const { key, heard } of sent) {
        const found = before.get(key) ?? []
        if (heard) expect(found.map(({ id }) => id)).toEqual(heard.status === 201 ? [heard.id] : [])
        else expect(found.length).toBeLessThanOrEqual(1)
      }
      await expectWhole()

      const unheard = sent.filter(({ heard }) => !heard)
      expect(unheard.length).toBeGreaterThan(0)
      for (const one of unheard) {
        one.heard = await send(one)
        expect([201, 409]).toContain(one.heard?.status)
        const [made] = before.get(one.key) ?? []
        if (made) expect(one.heard).toMatchObject({ status: 201, id: made['id'] })
      }
      // Clients that lost the answer, or do not trust it.
      for (const one of sent.slice(-40))
        if (one.heard?.status === 201) expect(await send(one)).toEqual(one.heard)
      const after = await ordersByKey()
      for (const { key, heard } of sent)
        expect((after.get(key) ?? []).length).toBe(heard?.status === 201 ? 1 : 0)
      await expectWhole()
    }
    const last = sent.findLast(({ heard }) => heard?.status === 201)?.heard
    const { order } = await must(200, place.call('GET', `/orders/${last?.id}`))
    const { state, lines } = order as Order
    for (const { qty, promised, backordered, cancelled } of lines)
      expect(Number(promised) + Number(backordered) + Number(cancelled)).toBe(Number(qty))
    // An order of which nothing was available ends.
    const isGone = lines.every(({ qty, cancelled }) => Number(cancelled) === Number(qty))
    expect(state).toBe(isGone ? 'cancelled' : 'confirmed')
  },
)
