import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { as, stocked } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { stock } = api.warehouse
const { home } = api.workspace
// In an application whose clock no other file has moved, because moves have the time of the database.
const { app, site } = await setupSite(await setupApp())

test('a recent movement names the item, and how many others', async () => {
  const mug = await stocked(app, site)
  const lamp = await stocked(app, site)
  const line = { fromLocationId: site.a01.id, qty: '1', toStatus: 'hold' }
  const lines = [mug, lamp].map(({ sku }) => ({ ...line, sku }))
  await app.call(stock.move, { ...as(site), body: { lines } })
  await app.call(stock.move, { ...as(site), body: { lines: lines.slice(1) } })
  const { body } = await app.call(home.show, { ...as(site) })
  expect(body.recent.filter(({ type }) => type === 'move')).toMatchObject([
    { label: 'status_change', item: { sku: lamp.sku, others: 0 } },
    { label: 'status_change', item: { sku: mug.sku, others: 1 } },
  ])
  expect(body.recent.find(({ type }) => type === 'receipt')?.item).toBeNull()
})
