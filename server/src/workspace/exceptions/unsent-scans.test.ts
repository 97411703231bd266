import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { as, stocked, type Site } from '../../../test/fixtures.ts'
import { openPackage, pickedOf } from '../../../test/pack-calls.ts'
import { confirmPick, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { exceptions } = api.workspace
const { packConflicts, pickConflicts } = api.orders
const { app } = await setupSite()

type By = Pick<Site, 'params' | 'token'>

const itemsOf = async (by: By) => (await app.call(exceptions.list, as(by))).body.items
/** A workspace of its own, because the list is of all that is open. */
const newSite = () => newWarehouse(app)

describe('a pick that a device could not send', () => {
  const report = (site: By, scanId: string, pickTaskId: string) =>
    app.call(pickConflicts.report, {
      ...as(site),
      params: { ...site.params, scanId },
      body: { pickTaskId, qty: '1', message: 'Ines already picked it.' },
    })

  test('is reported once, and dropped there once somebody resolved it', async () => {
    const site = await newSite()
    const mug = await stocked(app, site)
    const { task, number } = await releasedOf(app, site, mug.sku, '1')
    await confirmPick(app, site, task.id)
    const scanId = randomUUID()
    expect((await report(site, scanId, task.id)).body).toEqual({ state: 'open' })
    await report(site, scanId, task.id)
    const [conflict] = await itemsOf(site)
    expect(conflict).toMatchObject({
      kind: 'pick_conflict',
      label: mug.sku,
      count: 1,
      details: { qty: '1 each', place: 'A-01', reason: 'Ines already picked it.' },
      object: { type: 'fulfillment', number },
    })
    const { kind = '', key = '' } = conflict ?? {}
    await app.call(exceptions.resolve, { ...as(site), body: { kind, key } as never })
    expect((await report(site, scanId, task.id)).body).toEqual({ state: 'resolved' })
    expect(await itemsOf(site)).toEqual([])
  })

  test('is resolved by the device too', async () => {
    const site = await newSite()
    const mug = await stocked(app, site)
    const { task } = await releasedOf(app, site, mug.sku, '1')
    const scanId = randomUUID()
    await report(site, scanId, task.id)
    const params = { ...site.params, scanId }
    expect((await app.call(pickConflicts.settle, { ...as(site), params })).status).toBe(200)
    expect(await itemsOf(site)).toEqual([])
    const unknown = { ...as(site), params: { ...params, scanId: randomUUID() } }
    expect(refusal(await app.call(pickConflicts.settle, unknown))).toEqual([404, 'not_found'])
  })

  test('is of a task in sight', async () => {
    const site = await newSite()
    const mug = await stocked(app, site)
    const { task } = await releasedOf(app, site, mug.sku, '1')
    const other = await newSite()
    expect(refusal(await report(other, randomUUID(), task.id))).toEqual([404, 'not_found'])
  })
})

describe('a packing scan that a device could not send', () => {
  test('is reported once, for packages in sight, and ended by the device or at a desk', async () => {
    const site = await newSite()
    const mug = await stocked(app, site)
    const { fulfillmentId, number } = await pickedOf(app, site, mug.sku, '1')
    const opened = await openPackage(app, site, fulfillmentId)
    const packageId = opened.body.package.id
    const scanId = randomUUID()
    const report = (by: By = site) =>
      app.call(packConflicts.report, {
        ...as(by),
        params: { ...by.params, scanId },
        body: { packageId, item: `1 ${mug.sku}`, message: 'The package is closed.' },
      })
    expect((await report()).body).toEqual({ state: 'open' })
    await report()
    const [conflict] = await itemsOf(site)
    expect(conflict).toMatchObject({
      kind: 'pack_conflict',
      label: number,
      count: 1,
      details: { qty: `1 ${mug.sku}`, place: `${number}-P1`, reason: 'The package is closed.' },
      object: { type: 'fulfillment', number },
    })
    expect(refusal(await report(await newSite()))).toEqual([404, 'not_found'])
    await app.call(packConflicts.settle, { ...as(site), params: { ...site.params, scanId } })
    expect(await itemsOf(site)).toEqual([])
    expect((await report()).body).toEqual({ state: 'resolved' })
  })
})
