import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustAt, as, levelOf, newItem, receiveInto, stocked, type Site } from '../fixtures.ts'
import { concurrently, statuses, tally } from './concurrently.ts'
import { newItems, openGround, pick, shuffled, promiseLine, type Ground } from './stock-clients.ts'

const { receiving, adjustments, stock } = api.warehouse

let ground: Ground
let site: Site
beforeAll(async () => {
  ground = await openGround()
  site = ground.site
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

test('R1 one unit is reserved by one of 64, and ten by ten', async () => {
  for (const units of [1, 10]) {
    const { id } = await stocked(ground.app, site, { qty: String(units) })
    const answers = await concurrently(64, () =>
      ground.kernel('promise', JSON.stringify(promiseLine(site, id)), 'strict'),
    )
    expect(tally(answers.map(({ refused }) => refused))).toEqual({
      ok: units,
      insufficient_stock: 64 - units,
    })
    expect(await levelOf(ground.app, id)).toMatchObject({ reserved: String(units) })
  }
  expect(await ground.violations()).toEqual([])
})

test('R1 stock taken by one of 64 is not available to the others', async () => {
  for (const units of [1, 10]) {
    const { id, sku } = await stocked(ground.app, site, { qty: String(units) })
    const answers = await concurrently(64, () => adjustAt(ground.app, site, { sku, qty: '-1' }))
    expect(
      tally(answers.map(({ status, body }) => (body['code'] as string | undefined) ?? status)),
    ).toEqual({
      201: units,
      insufficient_bucket_stock: 64 - units,
    })
    const told = answers.find(({ status }) => status === 409)
    expect(told?.body['blockers']).toMatchObject([{ onHand: '0', missing: '1' }])
    expect(await levelOf(ground.app, id)).toMatchObject({ on_hand: '0' })
  }
  expect(await ground.violations()).toEqual([])
})

test('one of 32 sets a compared quantity', async () => {
  const { id, sku } = await stocked(ground.app, site, { qty: '7' })
  const answers = await concurrently(32, (i) =>
    adjustAt(
      ground.app,
      site,
      { mode: 'set', sku, qty: String(10 + i), expected: '7' },
      { reasonCode: 'count_variance' },
    ),
  )
  expect(
    tally(answers.map(({ status, body }) => (body['code'] as string | undefined) ?? status)),
  ).toEqual({
    201: 1,
    expected_quantity_stale: 31,
  })
  const won = answers.find(({ status }) => status === 201)?.body.adjustment.lines[0]?.after
  expect(await levelOf(ground.app, id)).toMatchObject({ on_hand: won })
})

test('a receipt is completed by one of 32 and reversed by one', async () => {
  const { sku, id } = await newItem(ground.app, site)
  const { receipt } = (await receiveInto(ground.app, site, { sku, qty: '3' }, { complete: false }))
    .body
  const at = { ...as(site), params: { ...site.params, receiptId: receipt.id } }
  const race = async (
    route: typeof receiving.complete | typeof receiving.reverse,
    version: number,
  ) =>
    tally(
      (await concurrently(32, () => ground.app.call(route, { ...at, body: { version } }))).map(
        ({ status }) => status,
      ),
    )
  expect(await race(receiving.complete, 1)).toEqual({ 200: 1, 409: 31 })
  expect(await levelOf(ground.app, id)).toMatchObject({ on_hand: '3' })
  expect(await race(receiving.reverse, 2)).toEqual({ 200: 1, 409: 31 })
  expect(await levelOf(ground.app, id)).toMatchObject({ on_hand: '0' })
})

test('a lot and a serial number received by 16 are created once', async () => {
  const [lot, serial] = [
    await newItem(ground.app, site, { tracking: 'lot' }),
    await newItem(ground.app, site, { tracking: 'serial' }),
  ]
  const lots = await concurrently(16, () =>
    receiveInto(ground.app, site, { sku: lot.sku, lotCode: 'L1', qty: '1' }),
  )
  expect(statuses(lots)).toEqual({ 201: 16 })
  expect(
    await ground.rowsOf('select from tenant.lots where variant_id = $1', [lot.id]),
  ).toHaveLength(1)
  const pieces = await concurrently(16, () =>
    receiveInto(ground.app, site, { sku: serial.sku, serials: ['S1'], qty: '1' }),
  )
  expect(
    tally(pieces.map(({ status, body }) => (body['code'] as string | undefined) ?? status)),
  ).toEqual({
    201: 1,
    serial_duplicate: 15,
  })
})

test(
  'R2 32 clients use every operation on one item without violations',
  { timeout: 240_000 },
  async () => {
    const { app } = ground
    const { sku, id } = await stocked(ground.app, site, {
      qty: '200',
      backorder: { policy: 'allow' },
    })
    const moves: string[] = []
    const claims: string[] = []
    const line = { fromLocationId: site.a01.id, toLocationId: site.a02.id, sku }
    const claim = async (mode: string) => {
      const { out, refused } = await ground.kernel(
        'promise',
        JSON.stringify(promiseLine(site, id, '2')),
        mode,
      )
      if (out) claims.push((await claimsOf(id)).at(-1) ?? '')
      return refused
    }
    const steps: (() => Promise<string | number | undefined>)[] = [
      async () => (await receiveInto(app, site, { sku, qty: '3' })).status,
      async () => (await adjustAt(app, site, { sku, qty: '-2' })).status,
      async () => (await adjustAt(app, site, { sku, qty: '-5' }, { displace: true })).status,
      async () => (await adjustAt(app, site, { sku, qty: '2' }, { reasonCode: 'found' })).status,
      async () => {
        const { status, body } = await app.call(stock.move, {
          ...as(site),
          body: { lines: [{ ...line, qty: '1' }] },
        })
        if (status === 201) moves.push(body.id)
        return status
      },
      async () => {
        const move = moves.pop()
        if (move === undefined) return undefined
        return (
          await app.call(stock.reverse, { ...as(site), params: { ...site.params, move }, body: {} })
        ).status
      },
      async () => {
        const made = await receiveInto(app, site, { sku, qty: '2' })
        const at = { ...as(site), params: { ...site.params, receiptId: made.body.receipt.id } }
        return (await app.call(receiving.reverse, { ...at, body: { version: 1 } })).status
      },
      () => claim('strict'),
      () => claim('backorder'),
      async () => (await ground.kernel('allocate', [claims.at(-1)], 'fifo')).refused,
      async () => (await ground.kernel('release', [claims.shift()], false)).refused,
    ]
    const answers = (
      await concurrently(32, async () => {
        const own = []
        for (const step of shuffled(steps)) own.push(await step())
        return own
      })
    ).flat()
    const counted = tally(answers)
    expect(Object.keys(counted).filter((word) => /^(5\d\d|40P01|XX|42)/.test(word))).toEqual([])
    expect(counted['201']).toBeGreaterThan(32)
    expect(await ground.violations()).toEqual([])
  },
)

const claimsOf = async (variantId: string) =>
  (
    await ground.rowsOf(
      'select reservation_id as id from tenant.reservations where variant_id = $1 order by 1',
      [variantId],
    )
  ).map((row) => row['id'] ?? '')

test(
  'R3 documents with the same items in any order do not deadlock',
  { timeout: 240_000 },
  async () => {
    const { app } = ground
    const items = await newItems(app, site, 20)
    const lines = () =>
      shuffled(items)
        .slice(0, 8)
        .map(({ sku }) => ({ sku, qty: '1', location: pick(['A-01', 'A-02', 'RECV']) }))
    const all = items.map(({ sku }) => ({ sku, qty: '500', location: 'A-01' }))
    await receiveInto(app, site, {}, { lines: all })
    const answers = await concurrently(16, async () => {
      const own: number[] = []
      for (let round = 0; round < 6; round++) {
        own.push((await receiveInto(app, site, {}, { lines: lines() })).status)
        const moved = shuffled(items).slice(0, 8)
        const body = {
          lines: moved.map(({ sku }) => ({
            sku,
            qty: '1',
            fromLocationId: site.a01.id,
            toLocationId: site.a02.id,
          })),
        }
        own.push((await app.call(stock.move, { ...as(site), body })).status)
        const taken = lines().map((line) => ({
          ...line,
          mode: 'delta',
          qty: '-1',
          location: 'A-01',
        }))
        own.push((await adjustAt(app, site, {}, { lines: taken })).status)
      }
      return own
    })
    expect(tally(answers.flat())).toEqual({ 201: 16 * 6 * 3 })
    expect(await ground.violations()).toEqual([])
  },
)

test(
  'R6 waiting orders are served by arriving stock before later ones',
  { timeout: 240_000 },
  async () => {
    const { sku, id } = await stocked(ground.app, site, {
      qty: '5',
      backorder: { policy: 'allow' },
    })
    const claim = () => ground.kernel('promise', JSON.stringify(promiseLine(site, id)), 'backorder')
    await concurrently(50, claim)
    expect(await levelOf(ground.app, id)).toMatchObject({
      on_hand: '5',
      reserved: '5',
      backordered: '45',
    })
    const [received] = await Promise.all([
      concurrently(16, () => receiveInto(ground.app, site, { sku, qty: '3' })),
      concurrently(50, claim),
    ])
    expect(statuses(received)).toEqual({ 201: 16 })
    expect(await levelOf(ground.app, id)).toMatchObject({
      on_hand: '53',
      reserved: '53',
      backordered: '47',
    })
    expect(await ground.violations()).toEqual([])
  },
)

test('an adjustment is approved once', async () => {
  const { sku, id } = await stocked(ground.app, site, { qty: '5' })
  const draft = await adjustAt(ground.app, site, { sku, qty: '-2' }, { post: false })
  const at = { ...as(site), params: { ...site.params, adjustmentId: draft.body.adjustment.id } }
  const answers = await concurrently(16, () =>
    ground.app.call(adjustments.submit, { ...at, body: { version: 1 } }),
  )
  expect(statuses(answers)).toEqual({ 200: 1, 409: 15 })
  expect(await levelOf(ground.app, id)).toMatchObject({ on_hand: '3' })
})
