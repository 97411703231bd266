import { api } from '@stowage/contract'
import { warehousePermissions } from '@stowage/contract/member-permissions'
import type { Route } from '@stowage/contract/route'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { production, setupApp } from './app.ts'
import { as, stocked } from './fixtures.ts'
import { orderNow, orderOf } from './order-calls.ts'
import { packedOf, ship } from './pack-calls.ts'
import { releasedOf } from './pick-calls.ts'
import { authorizedOf } from './return-calls.ts'
import { routes } from './routes.ts'
import { newWarehouse } from './warehouse.ts'

const hidden = {
  street: 'Hidden Row 77',
  phone: '+44 7700 900123',
  email: 'dora.hidden@example.com',
  // Of a customer of whom nothing else is known.
  alone: 'hidden.dora@example.com',
}
const shippingAddress = {
  name: 'Dora Quay',
  line1: hidden.street,
  postalCode: 'EH6 6RA',
  city: 'Leith',
  country: 'GB',
  phone: hidden.phone,
}

describe.each([
  ['test', {}],
  ['production', production],
])('with NODE_ENV=%s', async (_mode, env) => {
  const app = await setupApp(env)
  const site = await newWarehouse(app)
  const groups = new Set(warehousePermissions.map((one) => `${one.split('.')[0]}.*`))
  groups.delete('customer.*')
  const viewer = await app.newMember(site.owner, site.platform, { role: 'viewer' })
  const manager = await app.newMember(site.owner, site.platform, {
    role: '',
    permissions: [...groups, 'customer.read', 'customer.manage'],
  })

  const made = await app.call(api.orders.customers.create, {
    ...as(site),
    body: {
      code: 'DORA',
      name: 'Dora Quay',
      emails: [hidden.email],
      phones: [hidden.phone],
      addresses: [shippingAddress],
    },
  })
  const { customer } = made.body
  const contact = { customerId: customer.id, shippingAddress, billingAddress: shippingAddress }
  const mug = await stocked(app, site, { qty: '20' })
  const order = await orderOf(app, site, mug.sku, '2', { ...contact, externalId: 'WEB-77' })
  await orderOf(app, site, mug.sku, '1', { customer: { emails: [hidden.alone] } })
  const sent = await releasedOf(app, site, mug.sku, '2', contact)
  await packedOf(app, site, sent.fulfillmentId)
  const { shipment } = (await ship(app, site, sent.fulfillmentId)).body
  const [orderLine = { id: '' }] = (await orderNow(app, site, sent.order.id)).lines
  const returned = await authorizedOf(app, site, { order: sent.order, orderLine }, '1')

  const { phone, email, street } = hidden
  const file = `code,name,email,phone,street,country,hint\nDORA,Dora Quay,${email},${phone},${street},XX,${phone}`
  const uploaded = await app.call(api.workspace.imports.upload, {
    ...as(site),
    query: { kind: 'customers' },
    body: Buffer.from(file) as never,
    headers: { 'content-type': 'text/csv' },
  })
  const importId = uploaded.body.import.id
  await app.call(api.workspace.imports.validate, {
    token: site.token,
    params: { ...site.params, importId },
    body: {},
  })

  const ids = {
    importId,
    ...site.params,
    orderId: order.id,
    customerId: customer.id,
    channel: order.channelId,
    external: 'WEB-77',
    fulfillmentId: sent.fulfillmentId,
    shipmentId: shipment.id,
    warehouseId: site.warehouse.id,
    variantId: mug.id,
    returnId: returned.id,
  }
  const reads = routes.filter(
    ({ route }) =>
      route.method === 'GET' &&
      route.path.startsWith('/tenant/') &&
      !route.path.endsWith('/stream'),
  )
  const read = (route: Route, token: string, query: Record<string, string>) =>
    app.call(route, { params: ids, token, query })

  test('shows contact details to a member who may see them', async () => {
    const { body } = await read(api.orders.orders.details, site.token, {})
    expect(body).toMatchObject({ order: { shippingAddress } })
  })

  test('masks them in rows of files, and gives no file to correct', async () => {
    const rows = await read(api.workspace.imports.rows, manager.token, {})
    const cells = ['DORA', 'Dora Quay', '•••', '•••', '•••', 'XX', '•••']
    expect(rows).toMatchObject({ status: 200, body: { items: [{ cells }] } })
    const failed = await read(api.workspace.imports.failed, manager.token, {})
    expect(failed).toMatchObject({ status: 422, body: { code: 'permission_denied' } })
  })

  test('gives no column of somebody else’s file out as another field', async () => {
    const found = await app.call(api.workspace.imports.one, { token: site.token, params: ids })
    const { mapping } = found.body.import
    const validate = (token: string, body: object) =>
      app.call(api.workspace.imports.validate, { token, params: ids, body })
    const { phone: at = -1, ...others } = mapping
    for (const changed of [
      { ...others, note: at },
      { ...mapping, note: at },
    ])
      expect(await validate(manager.token, { mapping: changed })).toMatchObject({
        status: 422,
        body: { code: 'permission_denied', details: [{ message: 'customer.pii.read' }] },
      })
    expect(await validate(manager.token, { mapping })).toMatchObject({ status: 200 })
    // Also where who may see them reads one column twice.
    expect(await validate(site.token, { mapping: { ...mapping, note: at } })).toMatchObject({
      status: 200,
    })
    const rows = await read(api.workspace.imports.rows, manager.token, {})
    expect(rows.status).toBe(200)
    expect(JSON.stringify(rows.body)).not.toContain(phone)
    expect(await validate(site.token, { mapping })).toMatchObject({ status: 200 })
  })

  test('shows members the file they uploaded themselves', async () => {
    const own = await app.call(api.workspace.imports.upload, {
      params: site.params,
      token: manager.token,
      query: { kind: 'customers' },
      body: Buffer.from(file.replaceAll('DORA', 'MINE')) as never,
      headers: { 'content-type': 'text/csv' },
    })
    const params = { ...site.params, importId: own.body.import.id }
    const rows = await app.call(api.workspace.imports.rows, { params, token: manager.token })
    expect(rows.body.items[0]?.cells).toContain(phone)
  })

  const isMade = ({ path }: Route) =>
    [...path.matchAll(/:(\w+)/g)].every(([, name = '']) => name in ids)

  test.each(reads.filter(({ route }) => isMade(route)))(
    '$name finds what was made',
    async (one) => {
      expect((await read(one.route, site.token, {})).status).not.toBe(404)
    },
  )

  test.each(reads)('$name shows none to others', async ({ route }) => {
    const takesSearch = 'q' in (route.query as z.ZodObject).shape
    for (const { token } of [viewer, manager])
      for (const query of [{}, ...(takesSearch ? [{ q: 'Dora' }, { q: 'hidden' }] : [])]) {
        const { status, body } = await read(route, token, query)
        expect(status).toBeLessThan(500)
        const text = JSON.stringify(body) ?? ''
        for (const secret of Object.values(hidden)) expect(text).not.toContain(secret)
      }
  })

  test('changes answer without them, too', async () => {
    const { status, body } = await app.call(api.orders.orders.update, {
      params: ids,
      token: manager.token,
      body: { version: order.version, note: 'Ring twice' },
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(hidden.street)
  })
})
