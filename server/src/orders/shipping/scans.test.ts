import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, openSite, stocked } from '../../../test/fixtures.ts'
import { shippedWith, voidShipment } from '../../../test/pack-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { app, site } = await setupSite()
const mug = await stocked(app, site)

async function scan(code: string, at: { params: { slug: string }; token: string } = site) {
  const { body } = await app.call(api.workspace.search.scan, { ...as(at), body: { code } })
  return body.kind === 'unknown' ? 'unknown' : [body.kind, body.id, body.label]
}

test('labels of fulfillments, packages and shipments are scanned', async () => {
  const tracking = `T-${randomUUID()}`.toUpperCase()
  const shipment = await shippedWith(app, site, mug.sku, { tracking })
  const { fulfillmentId, fulfillment } = shipment
  expect(await scan(fulfillment.toLowerCase())).toEqual(['fulfillment', fulfillmentId, fulfillment])
  const label = shipment.packages[0]?.number ?? ''
  expect(await scan(label)).toEqual(['package', fulfillmentId, label])
  for (const code of [shipment.number, tracking]) {
    expect(await scan(code)).toEqual(['shipment', shipment.id, shipment.number])
    const query = { q: code.toLowerCase() }
    const found = await app.call(api.workspace.search.find, { ...as(site), query })
    expect(found.body.items).toMatchObject([{ kind: 'shipment', label: shipment.number }])
  }
  expect(await scan(`${fulfillment}-P9`)).toBe('unknown')

  const member = await app.newMember(site.owner, site.platform, { role: 'shipper' })
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: member.id },
    body: { warehouseIds: [east.id] },
  })
  const other = await newWarehouse(app)
  for (const code of [fulfillment, label, shipment.number, tracking]) {
    expect(await scan(code, { ...site, token: member.token })).toBe('unknown')
    expect(await scan(code, other)).toBe('unknown')
  }
  await voidShipment(app, site, shipment)
  expect(await scan(tracking)).toBe('unknown')
})
