import { api } from '@stowage/contract'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { setupApp } from '../../../test/app.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { stock } = api.warehouse

// Before the first connection, which binds what it finds.
const sent = vi.spyOn(pg.Client.prototype, 'query')

const { app, site } = await setupSite(await setupApp())

test('a batch of moves takes as many statements as one move', async () => {
  const { sku } = await newItem(app, site)
  await receiveInto(app, site, { sku, qty: '100' })
  const item = {
    lines: [{ sku, qty: '1', fromLocationId: site.a01.id, toLocationId: site.a02.id }],
  }
  const statementsFor = async (count: number) => {
    sent.mockClear()
    const items = Array.from({ length: count }, () => item)
    const { body } = await app.call(stock.moveBatch, {
      ...as(site),
      body: { mode: 'valid_items', items },
    })
    const { length } = sent.mock.calls
    expect(length).toBeGreaterThan(5)
    expect(body).toMatchObject({ applied: count, failed: 0 })
    return length
  }
  await statementsFor(1)
  // A few of other requests and jobs may fall into the same time.
  expect(Math.abs((await statementsFor(60)) - (await statementsFor(1)))).toBeLessThan(15)
})
