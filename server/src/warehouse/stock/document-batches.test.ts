import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { batchesOf, type Batches } from '../../../test/batches.ts'
import { as, newItem, stocked } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { settings } = api.warehouse

const { app, site } = await setupSite()
const sent = batchesOf(app, site)

describe.each(['receipts', 'adjustments'] as const)('a batch of %s', (to) => {
  const one = (...given: Parameters<Batches['receipt']>) =>
    to === 'receipts' ? sent.receipt(...given) : sent.adjustment(...given)

  test('says why, while the books are closed', async () => {
    const own = await newWarehouse(app)
    const { sku } = await stocked(app, own)
    await arrange(
      app,
      'update tenant.warehouse_settings set closed_through = $2 where platform_id = $1',
      [own.platform.id, '2999-12-31'],
    )
    const { body } = await batchesOf(app, own).send(to, [
      one(
        { sku, qty: '1' },
        { warehouseId: own.warehouse.id, ...(to === 'adjustments' && { reasonCode: 'found' }) },
      ),
    ])
    expect(body.results).toMatchObject([
      { code: 'period_closed', blockers: [{ type: 'period', closedThrough: '2999-12-31' }] },
    ])
  })

  test('finds nothing of another platform, and nothing out of sight', async () => {
    const other = await newWarehouse(app)
    const theirs = await stocked(app, other)
    const { sku } = await stocked(app, site)
    const east = await app.call(api.warehouse.warehouses.create, {
      ...as(site),
      body: { code: `E-${randomUUID().slice(0, 4)}`, name: 'East' },
    })
    const member = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
    await app.call(settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId: member.id },
      body: { warehouseIds: [east.body.warehouse.id] },
    })
    const answers = [
      await sent.send(to, [one({ sku, qty: '1' }, { warehouseId: other.warehouse.id })]),
      await sent.send(to, [one({ variantId: theirs.id, qty: '1' })]),
      await sent.send(to, [one({ sku, qty: '1' })], { by: member }),
    ]
    expect(answers.map(({ body }) => body.results.map(({ code }) => code))).toEqual([
      ['not_found'],
      ['not_found'],
      ['not_found'],
    ])
    const foreign = await batchesOf(app, { ...other, token: site.token }).send(to, [
      one({ sku, qty: '1' }),
    ])
    expect(refusal(foreign)).toEqual([401, 'unauthorized'])
    expect(await sent.onHand(theirs.id)).toBe('10')
  })

  test('is refused by the field', async () => {
    const { sku } = await newItem(app, site)
    const answer = await sent.send(to, [one({ sku, qty: '1' }), one({ sku, qty: 'much' })])
    const [, second] = answer.body.results
    expect([answer.status, second?.details]).toEqual([
      200,
      expect.arrayContaining([
        { path: 'lines.0.qty', message: 'Enter the quantity as text, such as "12" or "0.5"' },
      ]),
    ])
    for (const length of [0, 1001]) {
      const many = await sent.send(
        to,
        Array.from({ length }, () => one({ sku, qty: '1' })),
      )
      expect([many.status, many.body['details']]).toMatchObject([400, [{ path: 'items' }]])
    }
  })
})
