import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceAvailable } from '../../src/warehouse/stock-views/announce.ts'
import { startApp, type TestApp } from '../app.ts'
import { newItem, stocked } from '../fixtures.ts'
import { concurrently } from './concurrently.ts'
import { openGround, pick, promiseLine, type Ground } from './stock-clients.ts'

let ground: Ground
let other: TestApp
beforeAll(async () => {
  ground = await openGround()
  other = await startApp({}, undefined, { before: ground.database })
})
afterAll(async () => {
  await other.close()
  await ground.close()
})

test('two servers announce each change once and in order, while many clients sell and receive', async () => {
  const { app, site, kernel, rowsOf } = ground
  const items = [await stocked(app, site), await stocked(app, site), await newItem(app, site)]
  let isOver = false
  // Batches so small that those of a level are often taken by different servers.
  const announcing = [app, other].map(async ({ context }) => {
    while (!isOver) await announceAvailable(context, { age: 0, most: 3 })
  })
  await concurrently(12, async () => {
    const claims: string[] = []
    for (let i = 0; i < 40; i++) {
      const { id: variantId } = pick(items) ?? { id: '' }
      const id = claims.pop()
      if (id && i % 3 === 0) await kernel('release', [id], false)
      else if (i % 3 === 1) {
        const [line] = promiseLine(site, variantId)
        if ((await kernel('promise', JSON.stringify([line]), 'strict')).refused) continue
        const [claim] = await rowsOf(
          'select reservation_id as id from tenant.reservations where source_id = $1',
          [line?.sourceId],
        )
        if (claim?.['id']) claims.push(claim['id'])
      } else
        await kernel(
          'post',
          {
            kind: 'receive',
            warehouseId: site.warehouse.id,
            sourceType: 'receipt',
            sourceId: randomUUID(),
            actorType: 'member',
            actorId: randomUUID(),
          },
          JSON.stringify([
            {
              lineNo: 1,
              qty: '1',
              party: 'supplier',
              variantId,
              toLocation: site.a01.id,
              unitCostMicros: '1',
            },
          ]),
        )
    }
  })
  isOver = true
  await Promise.all(announcing)
  await announceAvailable(app.context, { age: 0 })

  expect(await rowsOf('select from tenant.available_changes')).toEqual([])
  for (const { id } of items) {
    const steps = await rowsOf(
      `select payload ->> 'was' as was, payload ->> 'available' as available
       from tenant.tenant_events
       where type = 'stock.available_changed' and payload ->> 'variantId' = $1 order by event_no`,
      [id],
    )
    const [level] = await rowsOf(
      `select on_hand - unavailable - reserved as available from tenant.stock_levels
       where variant_id = $1`,
      [id],
    )
    expect(steps.length).toBeGreaterThan(5)
    expect(steps.map(({ was }) => was)).toEqual(
      ['0', ...steps.map(({ available }) => available)].slice(0, -1),
    )
    expect(steps.at(-1)?.['available']).toBe(level?.['available'])
  }
})
