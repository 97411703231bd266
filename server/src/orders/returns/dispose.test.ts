import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf } from '../../../test/fixtures.ts'
import {
  authorizedOf,
  bucketsOf,
  receiveAll,
  returnNow,
  shippedOf,
  stepReturn,
} from '../../../test/return-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { returns } = api.orders
const { app, site } = await setupSite()

afterAll(async () => {
  expect(await findingsOf(app, site)).toEqual([])
})

describe('dispositions', () => {
  async function receivedOf(qty: string) {
    const mug = await shippedOf(app, site, qty)
    const one = (await receiveAll(app, site, await authorizedOf(app, site, mug, qty))).body.return
    return { mug, one, lineId: one.lines[0]?.id ?? '' }
  }

  test('divide what came back, later too, until the return can be closed', async () => {
    const { mug, one, lineId } = await receivedOf('5')
    const inspected = await stepReturn(app, site, 'inspect', one, {
      lines: [
        {
          lineId,
          condition: 'used',
          dispositions: [
            { disposition: 'restock', qty: '1', locationId: site.a01.id },
            { disposition: 'scrap', qty: '1' },
            { disposition: 'return_to_vendor', qty: '1' },
          ],
        },
      ],
    })
    expect(inspected.body.return.lines).toMatchObject([
      { items: [{ condition: 'used', undecided: '2' }] },
    ])
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '8', unavailable: '2' })
    const listed = await app.call(returns.list, { ...as(site), query: { view: 'to_decide' } })
    expect(listed.body.items.find(({ id }) => id === one.id)).toMatchObject({
      undecided: '2',
      received: '5',
      reasons: ['Damaged'],
      dispositions: ['restock', 'return_to_vendor', 'scrap'],
    })
    const early = await stepReturn(app, site, 'close', inspected.body.return)
    expect(refusal(early)).toEqual([409, 'invalid_transition'])
    const tooMuch = await stepReturn(app, site, 'dispose', inspected.body.return, {
      lines: [{ lineId, dispositions: [{ disposition: 'scrap', qty: '3' }] }],
    })
    expect([tooMuch.status, tooMuch.body]).toMatchObject([
      409,
      { code: 'over_return', blockers: [{ type: 'return_line', left: '2', requested: '3' }] },
    ])
    const rest = await stepReturn(app, site, 'dispose', inspected.body.return, {
      lines: [
        {
          lineId,
          dispositions: [
            { disposition: 'quarantine', qty: '1' },
            { disposition: 'refurbish', qty: '1', locationId: site.a02.id },
          ],
        },
      ],
    })
    expect(rest.body.return).toMatchObject({ state: 'inspected', version: 4 })
    expect(await bucketsOf(app, mug.id)).toEqual([
      { location: 'A-01', status: 'available', qty: '6' },
      { location: 'A-02', status: 'quarantine', qty: '1' },
      { location: 'QUAR', status: 'quarantine', qty: '1' },
    ])
    expect((await stepReturn(app, site, 'close', rest.body.return)).body.return.state).toBe(
      'closed',
    )
  })

  test('are refused for what is not there, and change nothing', async () => {
    const { mug, one, lineId } = await receivedOf('1')
    const restock = { disposition: 'restock', qty: '1', locationId: site.a01.id }
    const inspect = (lines: unknown[]) => stepReturn(app, site, 'inspect', one, { lines })
    const nowhere = await inspect([
      { lineId, dispositions: [{ ...restock, locationId: undefined }] },
    ])
    expect([nowhere.status, nowhere.body.details]).toMatchObject([
      400,
      [{ path: 'lines.0.dispositions.0.locationId' }],
    ])
    const stranger = await inspect([{ lineId: randomUUID(), dispositions: [restock] }])
    expect(refusal(stranger)).toEqual([400, 'validation_failed'])
    const elsewhere = await inspect([
      { lineId, dispositions: [{ ...restock, locationId: randomUUID() }] },
    ])
    expect(refusal(elsewhere)).toEqual([404, 'not_found'])
    // Somebody moved it out of quarantine.
    const bucketId = (
      await arrange(
        app,
        `select bucket_id::text as id from tenant.return_items where return_id = $1`,
        [one.id],
      )
    )[0]?.['id']
    await app.call(api.warehouse.stock.move, {
      ...as(site),
      body: { lines: [{ bucketId: String(bucketId), qty: '1', toLocationId: site.a01.id }] },
    })
    expect(refusal(await inspect([{ lineId, dispositions: [restock] }]))).toEqual([
      409,
      'insufficient_bucket_stock',
    ])
    expect(await returnNow(app, site, one.id)).toMatchObject({ state: 'received', version: 2 })
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '10', unavailable: '1' })
  })
})
