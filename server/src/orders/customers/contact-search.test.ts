import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, newItem } from '../../../test/fixtures.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { customers, orders } = api.orders
const { app, site } = await setupSite()

const name = `ada.${randomUUID().slice(0, 8)}`
const { id } = (
  await app.call(customers.create, {
    ...as(site),
    body: {
      code: `C-${name}`,
      name: 'Ada Harbor',
      emails: [`${name}@Harbor.example`, `second.${name}@harbor.example`],
      phones: ['+47 5550 1234'],
    },
  })
).body.customer
const item = await newItem(app, site, { backorder: { policy: 'allow' } })
const order = await orderOf(app, site, item.sku, '1', {
  customerId: id,
  confirm: { mode: 'backorder' },
})

/** Who is found by this text: in the list of customers, through their orders, in the search, and in the file. */
async function foundBy(q: string, token: string) {
  const by = { ...as(site), token }
  const listed = (await app.call(customers.list, { ...by, query: { q } })).body.items
  const ordered = (await app.call(orders.list, { ...by, query: { q } })).body.items
  const searched = (await app.call(api.workspace.search.find, { ...by, query: { q } })).body.items
  const file = String((await app.call(customers.list, { ...by, query: { q, format: 'csv' } })).body)
  return [
    listed.some((one) => one.id === id),
    ordered.some((one) => one.id === order.id),
    searched.some((one) => one.id === id),
    file.includes('Ada Harbor'),
  ]
}

const everywhere = [true, true, true, true]
const nowhere = [false, false, false, false]

test('customers are found by their email by those who may see it, and by nobody else', async () => {
  for (const q of [`${name}@`, `${name.toUpperCase()}@HARBOR`, `${name}@harbor.example`])
    expect([q, await foundBy(q, site.token)]).toEqual([q, everywhere])
  const [, , , second] = await foundBy(`second.${name}@harbor`, site.token)
  expect(second).toBe(true)

  const { token } = await app.newMember(site.owner, site.platform, {
    permissions: ['customer.read', 'order.read', 'catalog.product.read'],
  })
  const secrets = [`${name}@`, `${name}@harbor.example`, `second.${name}`, '@harbor', '5550 1234']
  for (const q of secrets) expect([q, await foundBy(q, token)]).toEqual([q, nowhere])
  // By what they do see, they find them as before.
  for (const q of [`C-${name}`, `c-${name}`])
    expect([q, await foundBy(q, token)]).toEqual([q, everywhere])
  const [listed, ordered, searched] = await foundBy('ada harb', token)
  expect([listed, ordered, searched]).toEqual([true, true, true])
})
