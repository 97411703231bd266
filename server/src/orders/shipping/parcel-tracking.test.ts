import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, stocked } from '../../../test/fixtures.ts'
import { shippedWith, voidShipment } from '../../../test/pack-calls.ts'
import { fulfillmentNow } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { shipping, manifests, orders } = api.orders
const { app, site } = await setupSite()
const mug = await stocked(app, site, { qty: '50' })

const newNumber = (letters = '1Z') => `${letters}${randomUUID().slice(0, 13).toUpperCase()}`
const sent = (more: Parameters<typeof shippedWith>[3] = {}) =>
  shippedWith(app, site, mug.sku, { packages: 2, carrier: 'UPS', ...more })
type Sent = Awaited<ReturnType<typeof sent>>

const update = (
  shipment: Pick<Sent, 'id' | 'version'>,
  body: object,
  by: { token: string } = site,
) =>
  app.call(shipping.update, {
    params: { ...site.params, shipmentId: shipment.id },
    token: by.token,
    body: { version: shipment.version, ...body },
  })

async function scan(code: string) {
  const { body } = await app.call(api.workspace.search.scan, { ...as(site), body: { code } })
  if ('code' in body) return body.code
  return body.kind === 'unknown' ? 'unknown' : [body.kind, body.id]
}

const trackingOf = (packages: readonly { tracking: string }[]) =>
  packages.map(({ tracking }) => tracking)

test('each parcel is shipped with its tracking number, which is shown, found and corrected', async () => {
  const [first, second, other] = [newNumber(), newNumber(), newNumber()]
  const shipment = await sent({ parcels: [` ${first.slice(0, 2)} ${first.slice(2)}\r\n`, ''] })
  expect(trackingOf(shipment.packages)).toEqual([first, ''])
  const [one, two] = shipment.packages.map(({ id }) => id)
  const payload = async (type: string) => {
    const found = await arrange(
      app,
      `select payload from tenant.tenant_events where subject_id = $1 and type = $2`,
      [shipment.id, type],
    )
    return found[0]?.['payload']
  }
  expect(await payload('shipment.shipped')).toMatchObject({
    packages: [
      { packageId: one, number: `${shipment.fulfillment}-P1`, tracking: first },
      { packageId: two, tracking: '' },
    ],
  })

  const changed = await update(shipment, { packages: [{ packageId: two, tracking: second }] })
  expect([changed.status, trackingOf(changed.body.shipment.packages)]).toEqual([
    200,
    [first, second],
  ])
  expect(await payload('shipment.updated')).toMatchObject({
    packages: [{ tracking: first }, { tracking: second }],
  })
  const { packages } = await fulfillmentNow(app, site, shipment.fulfillmentId)
  expect(trackingOf(packages)).toEqual([first, second])

  const listed = async (query: Record<string, string>) =>
    (await app.call(shipping.list, { ...as(site), query })).body.items.map(({ id }) => id)
  for (const code of [first, second.toLowerCase(), `${first.slice(0, 4)} ${first.slice(4)}`]) {
    expect(await scan(code)).toEqual(['shipment', shipment.id])
    expect(await listed({ q: code })).toEqual([shipment.id])
    const { body } = await app.call(orders.list, { ...as(site), query: { q: code } })
    expect(body.items.map(({ id }) => id)).toEqual([shipment.orderId])
  }
  expect(await listed({ q: first.slice(0, 10) })).toEqual([shipment.id])
  const [row] = (await app.call(shipping.list, { ...as(site), query: { q: first } })).body.items
  expect(row).toMatchObject({ tracking: '', parcels: [{ tracking: first }, { tracking: second }] })

  // What was wrong is corrected, and no longer found.
  const again = { ...shipment, version: changed.body.shipment.version }
  await update(again, { packages: [{ packageId: one, tracking: other }] })
  expect(await scan(first)).toBe('unknown')
  expect(await scan(other)).toEqual(['shipment', shipment.id])
})

test('the exact tracking number comes first', async () => {
  const number = newNumber()
  const exact = await sent({ tracking: number })
  const longer = await sent({ tracking: `${number}-2` })
  const longest = await sent({ parcels: [`${number}-3`] })
  const { body } = await app.call(shipping.list, { ...as(site), query: { q: number } })
  expect(body.items.map(({ id }) => id)).toEqual([exact.id, longest.id, longer.id])
})

test('a parcel is loaded by its tracking number, and the manifest names it', async () => {
  const carrier = `C${randomUUID().slice(0, 8)}`
  const numbers = [newNumber(), newNumber()]
  const shipment = await sent({ carrier, parcels: numbers })
  const opened = await app.call(manifests.open, {
    ...as(site),
    body: { warehouseId: shipment.warehouseId, carrier },
  })
  const { manifest } = opened.body
  const load = (code: string) =>
    app.call(manifests.load, {
      ...as(site),
      params: { ...site.params, manifestId: manifest.id },
      body: { code },
    })
  for (const [i, code] of numbers.entries()) {
    const { body } = await load(code)
    expect(body.carton).toMatchObject({ number: shipment.packages[i]?.number, tracking: code })
  }
})

test('two parcels may go under one number, and a voided one is forgotten', async () => {
  const number = newNumber()
  const first = await sent({ parcels: [number, number] })
  const second = await sent({ tracking: number })
  // Which of them is meant is asked.
  expect(await scan(number)).toBe('barcode_ambiguous')
  await voidShipment(app, site, second)
  expect(await scan(number)).toEqual(['shipment', first.id])
  await voidShipment(app, site, first)
  expect(await scan(number)).toBe('unknown')
  const { packages } = await fulfillmentNow(app, site, first.fulfillmentId)
  expect(trackingOf(packages)).toEqual(['', ''])
})

test('what is no tracking number or no package of the shipment is refused', async () => {
  const shipment = await sent()
  const [packageId = ''] = shipment.packages.map(({ id }) => id)
  for (const tracking of ['4.50789E+11', '#N/A'])
    for (const body of [{ tracking }, { packages: [{ packageId, tracking }] }])
      expect(refusal(await update(shipment, body))).toEqual([400, 'validation_failed'])
  expect((await update(shipment, { tracking: '="00340434161094042557"' })).body).toMatchObject({
    shipment: { tracking: '00340434161094042557' },
  })
  const parcel = (id: string) => ({ packageId: id, tracking: newNumber() })
  const now = { ...shipment, version: shipment.version + 1 }
  const stranger = await update(now, { packages: [parcel(packageId), parcel(randomUUID())] })
  expect(refusal(stranger)).toEqual([400, 'validation_failed'])
  expect(stranger.body).toMatchObject({ details: [{ path: 'packages.1.packageId' }] })
  const twice = await update(now, { packages: [parcel(packageId), parcel(packageId)] })
  expect(refusal(twice)).toEqual([400, 'validation_failed'])
  const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
  const mine = await update(now, { packages: [parcel(packageId)] }, picker)
  expect(refusal(mine)).toEqual([422, 'permission_denied'])
})
