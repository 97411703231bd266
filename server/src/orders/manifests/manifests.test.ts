import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, openSite, stocked } from '../../../test/fixtures.ts'
import { manifestCalls, newCarrier } from '../../../test/manifest-calls.ts'
import { packedOf, ship, shippedWith, voidShipment } from '../../../test/pack-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { manifests, shipping } = api.orders
const { app, site } = await setupSite()
const mug = await stocked(app, site, { qty: '200' })

const send = (how: Parameters<typeof shippedWith>[3]) => shippedWith(app, site, mug.sku, how)
const { at, open, load, close } = manifestCalls(app, site)
const now = async (manifestId: string) =>
  (await app.call(manifests.details, at(manifestId))).body.manifest
const collections = async (token = site.token, query = {}) =>
  (await app.call(manifests.collections, { params: site.params, token, query })).body.items
const waitsFor = async (carrier: string) =>
  (await collections()).find((one) => one.carrier === carrier)
const problems = ({ body }: { body: object }) =>
  'blockers' in body
    ? (body.blockers as { code: string; problem: string }[]).map((one) => [one.code, one.problem])
    : body

describe('handing over', () => {
  test('packages are scanned, the manifest is closed, and nothing waits any more', async () => {
    const carrier = newCarrier()
    const [first, second] = [
      await send({ carrier, weightG: 900, tracking: 'T-1' }),
      await send({ carrier, packages: 2 }),
    ]
    expect(await waitsFor(carrier)).toMatchObject({
      shipmentCount: 2,
      packageCount: 3,
      weightG: 900,
      oldestAt: first.shippedAt,
      manifest: null,
      loadedCount: 0,
    })
    const manifest = await open(carrier)
    expect(manifest.number).toMatch(/^MF-\d{6}$/)
    expect(manifest.waiting.map(({ number }) => number)).toEqual([
      ...first.packages.map(({ number }) => number),
      ...second.packages.map(({ number }) => number),
    ])
    expect((await open(carrier)).id).toBe(manifest.id)

    const byTracking = await load(manifest.id, 'T-1')
    expect([byTracking.status, byTracking.body]).toMatchObject([
      200,
      { isNew: true, loadedCount: 1, carton: { shipment: first.number, tracking: 'T-1' } },
    ])
    for (const { number } of second.packages) await load(manifest.id, number.toLowerCase())
    const again = await load(manifest.id, second.packages[0]?.number ?? '')
    expect(again.body).toMatchObject({ isNew: false, loadedCount: 3 })
    expect(await waitsFor(carrier)).toMatchObject({ manifest: manifest.number, loadedCount: 3 })

    const closed = await close(manifest.id)
    expect([closed.status, closed.body.manifest]).toMatchObject([
      200,
      { state: 'closed', handedTo: 'Dan Driver', version: 2, waiting: [] },
    ])
    expect(closed.body.manifest.loaded).toHaveLength(3)
    expect(await waitsFor(carrier)).toBeUndefined()
    const { body } = await app.call(shipping.details, {
      ...as(site),
      params: { ...site.params, shipmentId: second.id },
    })
    expect(body.shipment).toMatchObject({
      manifest: manifest.number,
      manifestId: manifest.id,
      handedOverAt: closed.body.manifest.handedOverAt,
      state: 'shipped',
    })
  })

  test('is recorded and sent as events', async () => {
    const carrier = newCarrier()
    const shipment = await send({ carrier })
    const manifest = await open(carrier)
    await load(manifest.id, shipment.number)
    await close(manifest.id)
    const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(actions.slice(-3)).toEqual(['MANIFEST_OPENED', 'PACKAGE_LOADED', 'MANIFEST_CLOSED'])
    const told = await arrange(
      app,
      `select type, payload from tenant.tenant_events where subject_id = $1 order by feed_seq`,
      [manifest.id],
    )
    expect(told).toMatchObject([
      { type: 'manifest.opened' },
      {
        type: 'manifest.closed',
        payload: { carrier, handedTo: 'Dan Driver', shipmentIds: [shipment.id], packages: 1 },
      },
    ])
    const books = await app.call(api.warehouse.integrity.verify, { ...as(site), body: {} })
    expect(books.body).toMatchObject({ ok: true, violations: [] })
  })

  test('the whole list is taken at once, a package is taken off, and the rest waits again', async () => {
    const carrier = newCarrier()
    const shipments = [await send({ carrier }), await send({ carrier })]
    const manifest = await open(carrier)
    const { body } = await app.call(manifests.loadAll, at(manifest.id))
    expect([body.manifest.loaded.length, body.manifest.waiting.length]).toEqual([2, 0])
    const packageId = shipments[0]?.packages[0]?.id ?? ''
    const off = await app.call(manifests.unload, { ...at(manifest.id), body: { packageId } })
    expect(off.body.manifest.waiting.map((one) => one.packageId)).toEqual([packageId])
    const twice = await app.call(manifests.unload, { ...at(manifest.id), body: { packageId } })
    expect(refusal(twice)).toEqual([404, 'not_found'])
    await app.call(manifests.cancel, { ...at(manifest.id), body: { version: 1 } })
    expect(await now(manifest.id)).toMatchObject({ state: 'cancelled', loaded: [], waiting: [] })
    expect(await waitsFor(carrier)).toMatchObject({ packageCount: 2, manifest: null })
    expect((await open(carrier)).id).not.toBe(manifest.id)
  })

  test('shipments without a carrier are handed over too', async () => {
    const shipment = await send({})
    const manifest = await open('')
    expect((await load(manifest.id, shipment.number)).status).toBe(200)
    expect((await close(manifest.id)).status).toBe(200)
  })
})

describe('is refused', () => {
  test('for a package that does not belong here, with what it is', async () => {
    const carrier = newCarrier()
    const other = newCarrier()
    const manifest = await open(carrier)
    const elsewhere = await send({ carrier: other })
    const several = await send({ carrier, packages: 2, tracking: 'T-BOTH' })
    const voided = await send({ carrier })
    await voidShipment(app, site, voided)
    const packed = await packedOf(app, site, mug.sku, '1')
    const lost = await send({ carrier })
    await app.call(shipping.exception, {
      ...as(site),
      params: { ...site.params, shipmentId: lost.id },
      body: { version: lost.version, reason: 'Damaged on the dock' },
    })
    const answers = await Promise.all(
      [
        'NO-SUCH-CODE',
        elsewhere.packages[0]?.number ?? '',
        'T-BOTH',
        voided.number,
        `${packed.number}-P1`,
        lost.number,
      ].map((code) => load(manifest.id, code)),
    )
    expect(answers.map(refusal)).toEqual(answers.map(() => [409, 'wrong_carton_scanned']))
    expect(answers.flatMap(problems)).toEqual([
      ['NO-SUCH-CODE', 'unknown'],
      [elsewhere.packages[0]?.number, 'other_carrier'],
      ['T-BOTH', 'several_packages'],
      [voided.number, 'voided'],
      [`${packed.number}-P1`, 'not_shipped'],
      [lost.packages[0]?.number, 'other_state'],
    ])
    expect((answers[1] as { body: { blockers?: unknown[] } }).body.blockers).toMatchObject([
      { carrier: other },
    ])
    expect((await now(manifest.id)).loaded).toEqual([])
    expect(several.packages).toHaveLength(2)
  })

  test('for a package that was handed over, and for a closed manifest', async () => {
    const carrier = newCarrier()
    const shipment = await send({ carrier })
    const first = await open(carrier)
    await load(first.id, shipment.number)
    await close(first.id)
    expect(refusal(await load(first.id, shipment.number))).toEqual([409, 'invalid_transition'])
    expect(refusal(await app.call(manifests.loadAll, at(first.id)))).toEqual([
      409,
      'invalid_transition',
    ])
    const next = await open(carrier)
    const again = await load(next.id, shipment.number)
    expect(problems(again)).toEqual([[shipment.packages[0]?.number, 'handed_over']])
    expect(again.body).toMatchObject({ blockers: [{ manifest: first.number }] })
  })

  test('while nothing is loaded, a package is missing, or the version is old', async () => {
    const carrier = newCarrier()
    const shipment = await send({ carrier, packages: 2 })
    const manifest = await open(carrier)
    expect(refusal(await close(manifest.id))).toEqual([409, 'manifest_empty'])
    await load(manifest.id, shipment.packages[0]?.number ?? '')
    const incomplete = await close(manifest.id)
    expect([...refusal(incomplete), problems(incomplete)]).toEqual([
      409,
      'manifest_incomplete',
      [[shipment.packages[1]?.number, 'not_loaded']],
    ])
    expect(refusal(await close(manifest.id, 7))).toEqual([409, 'version_conflict'])
    expect(refusal(await close(manifest.id, 1, ' '))).toEqual([400, 'validation_failed'])
    expect(await now(manifest.id)).toMatchObject({ state: 'open', version: 1 })
  })

  test('when the carrier of a loaded shipment was changed', async () => {
    const carrier = newCarrier()
    const shipment = await send({ carrier })
    const manifest = await open(carrier)
    await load(manifest.id, shipment.number)
    await app.call(shipping.update, {
      ...as(site),
      params: { ...site.params, shipmentId: shipment.id },
      body: { version: shipment.version, carrier: newCarrier() },
    })
    expect(problems(await close(manifest.id))).toEqual([
      [shipment.packages[0]?.number, 'other_carrier'],
    ])
  })
})

describe('a shipment', () => {
  test('that was handed over can be neither voided nor given another carrier', async () => {
    const carrier = newCarrier()
    const shipment = await send({ carrier })
    const manifest = await open(carrier)
    await load(manifest.id, shipment.number)
    await close(manifest.id)
    const refused = await voidShipment(app, site, shipment)
    expect([...refusal(refused), refused.body]).toMatchObject([
      409,
      'handed_over',
      { blockers: [{ type: 'manifest', id: manifest.id, number: manifest.number }] },
    ])
    const change = (body: object) =>
      app.call(shipping.update, {
        ...as(site),
        params: { ...site.params, shipmentId: shipment.id },
        body: { version: shipment.version, ...body },
      })
    expect(refusal(await change({ carrier: 'DPD' }))).toEqual([409, 'handed_over'])
    expect((await change({ carrier, cost: '4.90' })).status).toBe(200)
  })

  test('that is voided while it is loaded is off the manifest', async () => {
    const carrier = newCarrier()
    const shipment = await send({ carrier })
    const manifest = await open(carrier)
    await load(manifest.id, shipment.number)
    expect((await voidShipment(app, site, shipment)).status).toBe(200)
    expect((await now(manifest.id)).loaded).toEqual([])
    // Its packages can be repacked and shipped again.
    const again = await ship(app, site, shipment.fulfillmentId, { carrier })
    expect((await load(manifest.id, again.body.shipment.number)).status).toBe(200)
  })

  test('is either voided or handed over, when both happen at once', async () => {
    const carrier = newCarrier()
    const shipments = [await send({ carrier }), await send({ carrier }), await send({ carrier })]
    const manifest = await open(carrier)
    await app.call(manifests.loadAll, at(manifest.id))
    const [closed, ...voided] = await Promise.all([
      close(manifest.id),
      ...shipments.map((shipment) => voidShipment(app, site, shipment)),
    ])
    const { loaded, state } = await now(manifest.id)
    expect(state).toBe(closed.status === 200 ? 'closed' : 'open')
    for (const [i, { status }] of voided.entries()) {
      const isLoaded = loaded.some(({ shipmentId }) => shipmentId === shipments[i]?.id)
      expect([status === 200, isLoaded]).toEqual([status === 200, status !== 200])
    }
  })
})

test('is for those who may, in warehouses they see, of their own workspace', async () => {
  const carrier = newCarrier()
  const shipment = await send({ carrier })
  const manifest = await open(carrier)
  const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
  expect(refusal(await load(manifest.id, shipment.number, packer.token))).toEqual([
    422,
    'permission_denied',
  ])
  const shipper = await app.newMember(site.owner, site.platform, { role: 'shipper' })
  expect((await load(manifest.id, shipment.number, shipper.token)).status).toBe(200)

  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: shipper.id },
    body: { warehouseIds: [east.id] },
  })
  expect(await collections(shipper.token)).toEqual([])
  const denied = [
    await app.call(manifests.details, at(manifest.id, shipper.token)),
    await load(manifest.id, shipment.number, shipper.token),
    await app.call(manifests.open, {
      params: site.params,
      token: shipper.token,
      body: { warehouseId: site.warehouse.id, carrier },
    }),
  ]
  expect(denied.map(refusal)).toEqual(denied.map(() => [404, 'not_found']))
  const own = await app.call(manifests.open, {
    params: site.params,
    token: shipper.token,
    body: { warehouseId: east.id, carrier },
  })
  const foreign = await load(own.body.manifest.id, shipment.number, shipper.token)
  expect(problems(foreign)).toEqual([[shipment.number, 'unknown']])
  const here = await load(own.body.manifest.id, shipment.number)
  expect(problems(here)).toEqual([[shipment.packages[0]?.number, 'other_warehouse']])

  const other = await newWarehouse(app)
  const hidden = await app.call(manifests.details, {
    params: { ...other.params, manifestId: manifest.id },
    token: other.token,
  })
  expect(refusal(hidden)).toEqual([404, 'not_found'])
})
