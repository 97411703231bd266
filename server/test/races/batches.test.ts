import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, receiveInto, type Site } from '../fixtures.ts'
import { concurrently, statuses } from './concurrently.ts'
import { newItems, openGround, type Ground } from './stock-clients.ts'

const { receiving, adjustments } = api.warehouse

let ground: Ground
let site: Site
beforeAll(async () => {
  ground = await openGround()
  site = ground.site
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

const levels = () =>
  ground.rowsOf('select distinct on_hand from tenant.stock_levels order by on_hand')

test('batches with the same items in opposite order all succeed', async () => {
  const plain = await newItems(ground.app, site, 30)
  const lots = await newItems(ground.app, site, 30, { tracking: 'lot' })
  const items = [...plain, ...lots]
  const inOrder = <T>(all: readonly T[], i: number) => (i % 2 === 0 ? all : all.toReversed())
  const warehouseId = site.warehouse.id
  const received = items.map(({ sku, tracking }) => ({
    warehouseId,
    complete: true,
    lines: [{ sku, qty: '8', location: 'A-01', ...(tracking === 'lot' && { lotCode: 'NEW' }) }],
  }))
  const receipts = await concurrently(6, (i) =>
    ground.app.call(receiving.createBatch, {
      ...as(site),
      body: { mode: i < 3 ? 'valid_items' : 'all_or_nothing', items: inOrder(received, i) },
    }),
  )
  expect(statuses(receipts)).toEqual({ 200: 6 })
  expect(receipts.map(({ body }) => body.applied)).toEqual([60, 60, 60, 60, 60, 60])
  expect(await levels()).toEqual([{ on_hand: '48' }])

  const taken = items.map(({ sku, tracking }) => ({
    warehouseId,
    reasonCode: 'damaged',
    lines: [
      {
        sku,
        mode: 'delta' as const,
        qty: '-1',
        location: 'A-01',
        ...(tracking === 'lot' && { lotCode: 'NEW' }),
      },
    ],
  }))
  const [first] = items
  const [adjusted, byHand] = await Promise.all([
    concurrently(6, (i) =>
      ground.app.call(adjustments.createBatch, {
        ...as(site),
        body: { mode: 'valid_items', items: inOrder(taken, i) },
      }),
    ),
    receiveInto(ground.app, site, { sku: first?.sku, qty: '6' }),
  ])
  expect(byHand.status).toBe(201)
  expect(statuses(adjusted)).toEqual({ 200: 6 })
  expect(await levels()).toEqual([{ on_hand: '42' }, { on_hand: '48' }])
  expect(await ground.violations()).toEqual([])
})
