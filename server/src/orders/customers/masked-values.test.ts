import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, newItem } from '../../../test/goods.ts'
import { orderNow, placeOrder } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { customers, orders, channels, externalOrders } = api.orders
const { app, site } = await setupSite()

const home = { name: 'Ada', line1: 'Pier 1', line2: 'Loft', city: 'Bergen', phone: '+47 5550' }
const work = { name: 'Ada', line1: 'Quay 7', line2: '', city: 'Oslo', phone: '+47 5551' }
const contacts = {
  emails: ['ada@example.com', 'bo@example.com'],
  phones: ['+47 5550', '5551'],
  addresses: [home, work],
}
const { token } = await app.newMember(site.owner, site.platform, {
  permissions: ['customer.read', 'customer.manage', 'order.*', 'catalog.product.read'],
})
const blind = { ...site, token }
const newCustomer = async () =>
  (
    await app.call(customers.create, {
      ...as(site),
      body: { code: `C-${randomUUID().slice(0, 8)}`, name: 'Ada', ...contacts },
    } as never)
  ).body.customer
const customerOf = async (customerId: string, by = site) =>
  (await app.call(customers.details, { ...as(by), params: { ...site.params, customerId } })).body
    .customer
const change = (customerId: string, body: object, by = blind) =>
  app.call(customers.update, {
    ...as(by),
    params: { ...site.params, customerId },
    body,
  } as never)

test('a customer that is read masked and sent back keeps its contact details', async () => {
  const { id } = await newCustomer()
  const seen = await customerOf(id, blind)
  expect(seen.addresses[0]?.line1).toBe('P•••')
  const { emails, phones, addresses } = seen
  const turned = { emails: emails.toReversed(), phones, addresses: addresses.toReversed() }
  const saved = await change(id, { version: 1, ...turned })
  expect(saved.status).toBe(200)
  expect(await customerOf(id)).toMatchObject({
    emails: contacts.emails.toReversed(),
    phones: contacts.phones,
    addresses: [work, home],
  })
  const moved = { ...addresses[0], line1: 'Pier 2', city: 'Moss' }
  await change(id, { version: 2, addresses: [moved] })
  expect((await customerOf(id)).addresses).toMatchObject([
    { ...home, line1: 'Pier 2', city: 'Moss' },
  ])
})

test('a masked value that is nobody’s is refused at its field', async () => {
  const { id } = await newCustomer()
  const refused: [object, string][] = [
    [{ emails: ['x•••@example.com'] }, 'emails.0'],
    [{ phones: ['5551', 'x•••'] }, 'phones.1'],
    [{ addresses: [{ line1: 'x•••' }] }, 'addresses.0.line1'],
  ]
  for (const [body, path] of refused)
    for (const by of [blind, site]) {
      const answer = await change(id, { version: 1, ...body }, by)
      expect(answer.body).toMatchObject({ code: 'validation_failed', details: [{ path }] })
    }
  const made = await app.call(customers.create, {
    ...as(blind),
    body: { code: randomUUID().slice(0, 8), name: 'B', phones: ['+•••'] },
  } as never)
  expect(made.body).toMatchObject({ details: [{ path: 'phones.0' }] })
})

test('the addresses of an order stay real when they are sent back masked', async () => {
  const mug = await newItem(app, site)
  const lines = [{ sku: mug.sku, qty: '1' }]
  const { id: customerId } = await newCustomer()
  const [, masked] = (await customerOf(customerId, blind)).addresses
  const code = `SHOP-${randomUUID().slice(0, 6)}`
  await app.call(channels.create, { ...as(site), body: { code, kind: 'shop' } })
  const put = (body: object) =>
    app.call(externalOrders.put, {
      ...as(blind),
      params: { ...site.params, channel: code, external: '1' },
      body,
    } as never)
  const addresses = { shippingAddress: masked, billingAddress: masked }
  const entered = await placeOrder(app, blind, lines, {
    confirm: undefined,
    customerId,
    ...addresses,
  })
  const sent = await put({ lines, customerId, ...addresses })
  for (const { body } of [entered, sent]) {
    const real = { shippingAddress: work, billingAddress: work }
    expect(await orderNow(app, site, body.order.id)).toMatchObject(real)
    const { version, shippingAddress, billingAddress } = body.order
    expect(shippingAddress).toMatchObject({ line1: 'Q•••', phone: '+•••' })
    const again = await app.call(orders.update, {
      ...as(blind),
      params: { ...site.params, orderId: body.order.id },
      body: {
        version,
        shippingAddress: { ...shippingAddress, city: 'Moss' },
        billingAddress,
      } as never,
    })
    expect(again.status).toBe(200)
    expect(await orderNow(app, site, body.order.id)).toMatchObject({
      shippingAddress: { ...work, city: 'Moss' },
      billingAddress: work,
    })
  }
  const same = await put({ shippingAddress: { ...masked, city: 'Moss' } })
  expect(same.body.result).toBe('unchanged')
  const foreign = { shippingAddress: { ...masked, line1: 'Z•••' } }
  for (const refused of [
    await put(foreign),
    await placeOrder(app, site, lines, { confirm: undefined, ...foreign }),
  ])
    expect(refused.body).toMatchObject({ details: [{ path: 'shippingAddress.line1' }] })
})
