import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, newItem } from '../../../test/fixtures.ts'
import { checked, rowsOf, step } from '../../../test/imports.ts'
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

test('a file with masked contacts keeps those of its customer, and is refused for anybody else', async () => {
  const { id, code } = await newCustomer()
  const seen = await customerOf(id, blind)
  const row = (email: string | undefined, phone: string | undefined, street: string) =>
    `${code},Ada Harbor,${email},${phone},${street}\n`
  const head = 'code,name,email,phone,street\n'
  const own = row(seen.emails.join(';'), seen.phones.join(';'), seen.addresses[0]?.line1 ?? '')
  expect(own).toContain('•••')
  const job = await checked(app, site, 'customers', head + own)
  expect(job).toMatchObject({ rowsValid: 1, rowsFailed: 0 })
  await step(app, site, 'apply', job.id)
  expect(await customerOf(id)).toMatchObject({ name: 'Ada Harbor', ...contacts })
  for (const [cells, column] of [
    [row('x•••@example.com', '5551', 'Pier 1'), 'email'],
    [row('ada@example.com', 'x•••', 'Pier 1'), 'phone'],
    [row('ada@example.com', '5551', 'x•••'), 'street'],
  ] as const) {
    const { id: importId } = await checked(app, site, 'customers', head + cells)
    const [found] = await rowsOf(app, site, importId, 'error')
    expect(found?.errors).toMatchObject([{ column, code: 'validation_failed' }])
  }
})

test('an order of a file has the real address of its customer where it says it masked', async () => {
  const mug = await newItem(app, site)
  const { code } = await newCustomer()
  const rows = (street: string) => {
    const externalId = randomUUID()
    const head = 'order,sku,quantity,customer,ship_name,ship_street,ship_city'
    const content = `${head}\n${externalId},${mug.sku},1,${code},Ada,${street},Oslo\n`
    return { externalId, content }
  }
  const known = rows('Q•••')
  const job = await checked(app, site, 'orders', known.content)
  await step(app, site, 'apply', job.id)
  const listed = await app.call(orders.list, { ...as(site), query: { q: known.externalId } })
  expect(await orderNow(app, site, listed.body.items[0]?.id ?? '')).toMatchObject({
    shippingAddress: { line1: 'Quay 7', city: 'Oslo' },
  })
  const { id } = await checked(app, site, 'orders', rows('Z•••').content)
  const [refused] = await rowsOf(app, site, id, 'error')
  expect(refused?.errors).toMatchObject([{ column: 'ship_street', code: 'validation_failed' }])
})
