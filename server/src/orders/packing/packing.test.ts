import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { closePackage, openPackage, packAll, packItem, pickedOf } from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { packing } = api.orders
const { app, site } = await setupSite()

/** A fulfillment of one item, all picked, with an open package. */
async function packingOf(sku: string, qty: string) {
  const picked = await pickedOf(app, site, sku, qty)
  const { status, body } = await openPackage(app, site, picked.fulfillmentId)
  expect(status).toBe(201)
  return { ...picked, packageId: body.package.id }
}
const pack = (packageId: string, body: Parameters<typeof packItem>[3], by?: { token: string }) =>
  packItem(app, site, packageId, body, by)
const at = (packageId: string) => ({ ...as(site), params: { ...site.params, packageId } })
const remove = (packageId: string, body: Parameters<typeof packItem>[3]) =>
  app.call(packing.remove, { ...at(packageId), body })
const now = (fulfillmentId: string) => fulfillmentNow(app, site, fulfillmentId)

describe('packing', () => {
  test('opens a package, counts each scan and closes it: the fulfillment is packed', async () => {
    const mug = await stocked(app, site)
    const { fulfillmentId, number, packageId } = await packingOf(mug.sku, '3')
    expect(await now(fulfillmentId)).toMatchObject({ state: 'packing' })
    const first = await pack(packageId, { code: mug.sku.toLowerCase() })
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        item: { sku: mug.sku, qty: '1', left: '2' },
        package: { id: packageId, number: `${number}-P1`, state: 'open' },
        fulfillment: { id: fulfillmentId, number, state: 'packing' },
      },
    ])
    await pack(packageId, { code: mug.sku, qty: '2' })
    const closed = await closePackage(app, site, packageId, { weightG: 1200 })
    expect(closed.body).toMatchObject({
      package: { state: 'closed', weightG: 1200, lines: [{ sku: mug.sku, qty: '3' }] },
      fulfillment: { state: 'packed' },
    })
    expect(await now(fulfillmentId)).toMatchObject({
      state: 'packed',
      lines: [{ qty: '3', picked: '3', packed: '3', shipped: '0', short: '0' }],
      packages: [{ number: `${number}-P1`, lines: [{ lineNo: 1, isScanned: true }] }],
    })
    const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(actions.slice(-6).toSorted()).toEqual([
      'FULFILLMENT_PACKED',
      'FULFILLMENT_PACKING_STARTED',
      'ITEM_PACKED',
      'ITEM_PACKED',
      'PACKAGE_CLOSED',
      'PACKAGE_OPENED',
    ])
  })

  test('opens a package with its first item; where that is refused, nothing is opened', async () => {
    const [mug, cup] = [await stocked(app, site), await stocked(app, site)]
    const { fulfillmentId } = await pickedOf(app, site, mug.sku, '3')
    const openWith = (item: { code: string; qty?: string; isScanned?: boolean }) =>
      app.call(packing.open, { ...as(site), body: { fulfillmentId, item } })
    for (const [item, code] of [
      [{ code: cup.sku }, 'wrong_item_scanned'],
      [{ code: mug.sku, qty: '4' }, 'over_pack'],
    ] as const) {
      expect(refusal(await openWith(item))).toEqual([409, code])
      expect(await now(fulfillmentId)).toMatchObject({ state: 'picked', packages: [] })
    }
    const { status, body } = await openWith({ code: mug.sku, qty: '2', isScanned: false })
    expect([status, body]).toMatchObject([
      201,
      {
        package: { state: 'open', lines: [{ qty: '2', isScanned: false }] },
        fulfillment: { state: 'packing' },
        item: { sku: mug.sku, qty: '2', left: '1' },
      },
    ])
  })

  test('packs what is named into a new package and closes it, or refuses all of it', async () => {
    const mug = await stocked(app, site)
    const { fulfillmentId } = await pickedOf(app, site, mug.sku, '5')
    const packOne = (...items: { code: string; qty: string }[]) =>
      app.call(packing.packOne, {
        ...as(site),
        params: { ...site.params, fulfillmentId },
        body: { items, weightG: 700 },
      })
    const refused = await packOne({ code: mug.sku, qty: '2' }, { code: mug.sku, qty: '4' })
    expect(refusal(refused)).toEqual([409, 'over_pack'])
    expect(refused.body).toMatchObject({ details: [{ path: 'items.1' }] })
    expect(await now(fulfillmentId)).toMatchObject({ state: 'picked', packages: [] })
    const { status, body } = await packOne({ code: mug.sku, qty: '2' })
    expect([status, body]).toMatchObject([
      201,
      {
        package: { state: 'closed', weightG: 700, lines: [{ qty: '2', isScanned: false }] },
        fulfillment: { state: 'packing' },
      },
    ])
    expect((await packOne({ code: mug.sku, qty: '3' })).body.fulfillment).toMatchObject({
      state: 'packed',
    })
  })

  test('lists what there is to pack, and what one scan of each barcode packs', async () => {
    const sku = `ITEMS-${randomUUID().slice(0, 6)}`
    const barcode = sku.replaceAll('-', '').toUpperCase()
    const item = await stocked(app, site, {
      qty: '20',
      sku,
      units: [{ code: 'case', numerator: '12' }],
      barcodes: [{ code: `${barcode}1` }, { code: `${barcode}2`, unit: 'case' }],
    })
    const { fulfillmentId, packageId } = await packingOf(item.sku, '14')
    await pack(packageId, { code: `${barcode}2` })
    const params = { ...site.params, fulfillmentId }
    const { body } = await app.call(packing.items, { ...as(site), params })
    expect(body.items).toEqual([
      expect.objectContaining({
        sku: item.sku,
        picked: '14',
        packed: '12',
        codes: [
          { code: `${barcode}1`, qty: '1' },
          { code: `${barcode}2`, qty: '12' },
        ],
      }),
    ])
    const unknown = { ...as(site), params: { ...params, fulfillmentId: randomUUID() } }
    expect(refusal(await app.call(packing.items, unknown))).toEqual([404, 'not_found'])
  })

  test('in two packages is done when both are closed', async () => {
    const mug = await stocked(app, site)
    const { fulfillmentId, packageId } = await packingOf(mug.sku, '2')
    const second = (await openPackage(app, site, fulfillmentId, { box: 'S' })).body.package
    expect(second).toMatchObject({ number: expect.stringMatching(/-P2$/) as string, box: 'S' })
    await pack(packageId, { code: mug.sku })
    await pack(second.id, { code: mug.sku })
    const one = await closePackage(app, site, packageId)
    expect(one.body.fulfillment.state).toBe('packing')
    const other = await closePackage(app, site, second.id)
    expect(other.body.fulfillment.state).toBe('packed')
    const again = await app.call(packing.reopen, at(second.id))
    expect(again.body).toMatchObject({
      package: { state: 'open' },
      fulfillment: { state: 'packing' },
    })
    const gone = await app.call(packing.discard, at(second.id))
    expect(gone.body).toMatchObject({ fulfillment: { state: 'packing' } })
    expect(await now(fulfillmentId)).toMatchObject({ lines: [{ packed: '1' }] })
  })

  test('takes items out again, and discarding the only package leaves it picked', async () => {
    const mug = await stocked(app, site)
    const { fulfillmentId, packageId } = await packingOf(mug.sku, '3')
    await pack(packageId, { code: mug.sku, qty: '3' })
    const out = await remove(packageId, { code: mug.sku, qty: '2' })
    expect(out.body).toMatchObject({ item: { qty: '2', left: '2' } })
    const more = await remove(packageId, { code: mug.sku, qty: '2' })
    expect(refusal(more)).toEqual([409, 'over_pack'])
    await remove(packageId, { code: mug.sku })
    expect(refusal(await closePackage(app, site, packageId))).toEqual([409, 'package_empty'])
    const gone = await app.call(packing.discard, at(packageId))
    expect(gone.body).toMatchObject({ fulfillment: { id: fulfillmentId, state: 'picked' } })
    expect(refusal(await pack(packageId, { code: mug.sku }))).toEqual([404, 'not_found'])
  })

  test('by barcode counts the pack, and a GS1 code names its lot', async () => {
    const ean = '4006381333931'
    const caseCode = `CASE-${randomUUID().slice(0, 8)}`
    const milk = await newItem(app, site, {
      tracking: 'lot',
      units: [{ code: 'case', numerator: '2' }],
      barcodes: [{ code: ean }, { code: caseCode, unit: 'case' }],
    })
    for (const [lotCode, expiresOn] of [
      ['L-2', '2031-01-01'],
      ['L-1', '2030-01-01'],
    ])
      await receiveInto(app, site, { sku: milk.sku, qty: '2', lotCode, expiresOn })
    const { fulfillmentId, packageId } = await packingOf(milk.sku, '3')
    const gs1 = (lot: string) => `01${ean.padStart(14, '0')}10${lot}`
    expect(refusal(await pack(packageId, { code: gs1('L-9') }))).toEqual([
      409,
      'wrong_item_scanned',
    ])
    await pack(packageId, { code: gs1('L-2') })
    await pack(packageId, { code: caseCode })
    const { packages } = await now(fulfillmentId)
    expect(packages[0]?.lines).toMatchObject([
      { lot: 'L-1', qty: '2' },
      { lot: 'L-2', qty: '1' },
    ])
  })

  test('needs the serial number where there are several', async () => {
    const drill = await newItem(app, site, { tracking: 'serial' })
    const serials = [1, 2].map((n) => `${drill.sku}-${n}`)
    await receiveInto(app, site, { sku: drill.sku, qty: '2', serials })
    const { fulfillmentId, packageId } = await packingOf(drill.sku, '2')
    expect(refusal(await pack(packageId, { code: drill.sku }))).toEqual([422, 'serial_required'])
    await pack(packageId, { code: serials[1] ?? '' })
    expect(refusal(await pack(packageId, { code: serials[1] ?? '' }))).toEqual([409, 'over_pack'])
    await pack(packageId, { code: drill.sku })
    const { packages } = await now(fulfillmentId)
    expect(packages[0]?.lines.map(({ serial }) => serial)).toEqual(serials)
  })
})

describe('packing is refused', () => {
  test('B6 for a wrong item or too much, and nothing is packed', async () => {
    const mug = await stocked(app, site)
    const cup = await stocked(app, site)
    const { fulfillmentId, packageId } = await packingOf(mug.sku, '2')
    const wrong = await pack(packageId, { code: cup.sku })
    expect(refusal(wrong)).toEqual([409, 'wrong_item_scanned'])
    expect(wrong.body['blockers']).toEqual([{ type: 'scan', expected: mug.sku, got: cup.sku }])
    const over = await pack(packageId, { code: mug.sku, qty: '3' })
    expect(refusal(over)).toEqual([409, 'over_pack'])
    expect(over.body['blockers']).toEqual([
      { type: 'package', sku: mug.sku, left: '2', requested: '3' },
    ])
    expect(refusal(await pack(packageId, { code: mug.sku, qty: '0.5' }))).toEqual([
      422,
      'uom_not_exact',
    ])
    expect(await now(fulfillmentId)).toMatchObject({
      lines: [{ packed: '0' }],
      packages: [{ lines: [] }],
    })
  })

  test('before all is picked, in a closed package, and for who may not or does not see it', async () => {
    const mug = await stocked(app, site)
    const { fulfillmentId, task } = await releasedOf(app, site, mug.sku, '2')
    expect(refusal(await openPackage(app, site, fulfillmentId))).toEqual([
      409,
      'invalid_transition',
    ])
    await confirmPick(app, site, task.id, { qty: '2' })
    const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
    const opened = await openPackage(app, site, fulfillmentId, {}, packer)
    const { id } = opened.body.package
    expect((await pack(id, { code: mug.sku }, packer)).status).toBe(200)
    expect(refusal(await packAll(app, site, fulfillmentId, {}, packer))).toEqual([
      422,
      'permission_denied',
    ])
    const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
    expect(refusal(await pack(id, { code: mug.sku }, picker))).toEqual([422, 'permission_denied'])
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    await app.call(api.warehouse.settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId: packer.id },
      body: { warehouseIds: [east.id] },
    })
    expect(refusal(await pack(id, { code: mug.sku }, packer))).toEqual([404, 'not_found'])
    await closePackage(app, site, id)
    expect(refusal(await pack(id, { code: mug.sku }))).toEqual([409, 'invalid_transition'])
  })
})

test('pack all packs what is left without scanning, and closes every package', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId, packageId } = await packingOf(mug.sku, '4')
  await openPackage(app, site, fulfillmentId)
  await pack(packageId, { code: mug.sku })
  const { status, body } = await packAll(app, site, fulfillmentId, { box: 'M', weightG: 900 })
  expect([status, body]).toMatchObject([
    200,
    {
      fulfillment: { state: 'packed' },
      packages: [
        { box: '', state: 'closed', lines: [{ qty: '1', isScanned: true }] },
        { box: 'M', weightG: 900, state: 'closed', lines: [{ qty: '3', isScanned: false }] },
      ],
    },
  ])
  const other = await pickedOf(app, site, mug.sku, '2')
  const packed = await packAll(app, site, other.fulfillmentId)
  expect(packed.body).toMatchObject({ packages: [{ lines: [{ qty: '2' }] }] })
  expect(refusal(await packAll(app, site, other.fulfillmentId))).toEqual([
    409,
    'invalid_transition',
  ])
})

test('a quantity is packed without scanning by who may, or if that is optional', async () => {
  const mug = await stocked(app, site)
  const { packageId } = await packingOf(mug.sku, '4')
  const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
  const put = (qty: string, token = packer.token) =>
    app.call(packing.pack, {
      params: { ...site.params, packageId },
      token,
      body: { code: mug.sku, qty },
    })
  expect(refusal(await put('2'))).toEqual([422, 'permission_denied'])
  expect((await put('1', site.token)).body).toMatchObject({ item: { qty: '1', left: '3' } })
  const { settings } = api.warehouse
  const change = async (packScan: 'optional' | 'required') => {
    const { version } = (await app.call(settings.warehouse, as(site))).body.settings
    await app.call(settings.updateWarehouse, { ...as(site), body: { version, packScan } })
  }
  await change('optional')
  expect((await put('2')).body).toMatchObject({ item: { qty: '2', left: '1' } })
  expect(refusal(await put('2'))).toEqual([409, 'over_pack'])
  await change('required')
  expect(refusal(await put('1'))).toEqual([422, 'permission_denied'])
  const { body } = await closePackage(app, site, packageId)
  expect(body.package.lines).toMatchObject([{ qty: '3', isScanned: false }])
})

test('a scan that is sent twice counts once, also at the same time', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId, packageId } = await packingOf(mug.sku, '3')
  const scanId = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => pack(packageId, { code: mug.sku, scanId })))
  expect(answers.map(({ status, body }) => [status, body.item?.qty, body.item?.left])).toEqual(
    [1, 2, 3].map(() => [200, '1', '2']),
  )
  expect(await now(fulfillmentId)).toMatchObject({ lines: [{ packed: '1' }] })
  const other = await packingOf(mug.sku, '1')
  expect(refusal(await pack(other.packageId, { code: mug.sku, scanId }))).toEqual([
    409,
    'idempotency_conflict',
  ])
})
