import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'

const { warehouses, stockViews, stock } = api.warehouse
const app = await setupApp()
const site = await newWarehouse(app)
const other = await newWarehouse(app)

describe('out of sight', () => {
  test('A20 what another platform has is as what nobody has', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'A20-MUG' })
    const { moveId, sides } = await receive(app, site, variantId, '5')
    const at = (params: Record<string, string>) => ({
      ...as(other),
      params: { ...other.params, ...params } as never,
    })
    const body = (line: Record<string, unknown>) => ({
      lines: [{ qty: '1', toLocationId: other.a02.id, ...line }],
    })
    const calls: [Route, (own: boolean) => Parameters<TestApp['call']>[1]][] = [
      [stockViews.variant, (own) => at({ variantId: own ? variantId : randomUUID() })],
      [stock.showMove, (own) => at({ move: own ? moveId : '999999' })],
      [stock.previewReverse, (own) => at({ move: own ? moveId : '999999' })],
      [stock.reverse, (own) => ({ ...at({ move: own ? moveId : '999999' }), body: {} })],
      [
        stock.move,
        (own) => ({
          ...at({}),
          body: body({ bucketId: own ? (sides[0]?.bucketId ?? '') : '999999' }),
        }),
      ],
      [
        stock.move,
        (own) => ({
          ...at({}),
          body: body({
            variantId: own ? variantId : randomUUID(),
            fromLocationId: other.a01.id,
          }),
        }),
      ],
      [
        stock.move,
        (own) => ({
          ...at({}),
          body: body({
            variantId: own ? variantId : randomUUID(),
            fromLocationId: own ? site.a01.id : randomUUID(),
          }),
        }),
      ],
    ]
    for (const [route, options] of calls) {
      const answers = []
      for (const own of [true, false]) {
        const answer = await app.call(route, options(own))
        const { requestId: _, ...rest } = answer.body
        answers.push([answer.status, rest])
      }
      expect(answers[0]?.[0], route.summary).toBe(404)
      expect(answers[0]).toEqual(answers[1])
    }
    for (const route of [stockViews.levels, stockViews.buckets, stockViews.ledger])
      for (const query of [{ variant: variantId }, { warehouse: site.warehouse.id }])
        expect((await app.call<Route>(route, { ...as(other), query })).body['items']).toEqual([])
  })

  test('A19 a member of one warehouse sees nothing of the others', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'A19-MUG' })
    const { moveId, sides } = await receive(app, site, variantId, '5')
    const east = await app.call(warehouses.create, {
      ...as(site),
      body: { code: 'EAST', name: 'East' },
    })
    const member = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
    await arrange(
      app,
      `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
       values ($1, $2, $3)`,
      [site.platform.id, member.id, east.body.warehouse.id],
    )
    const by = { params: site.params, token: member.token }
    for (const route of [stockViews.levels, stockViews.buckets, stockViews.ledger])
      expect((await app.call<Route>(route, by)).body).toMatchObject({ items: [], total: 0 })
    for (const group of ['bucket', 'location', 'variant', 'warehouse']) {
      const query = { at: app.clock.now().toISOString(), by: group }
      expect((await app.call(stockViews.asOf, { ...by, query })).body.items).toEqual([])
    }
    const seen = await app.call(stockViews.variant, {
      ...by,
      params: { ...site.params, variantId },
    })
    expect(seen.body).toMatchObject({
      totals: { onHand: '0' },
      warehouses: [],
      explain: { onHand: [] },
    })
    const params = { ...site.params, move: moveId }
    expect((await app.call(stock.showMove, { ...by, params })).status).toBe(404)
    expect((await app.call(stock.previewReverse, { ...by, params })).status).toBe(404)
    expect((await app.call(stock.reverse, { ...by, params, body: {} })).status).toBe(404)
    const line = { qty: '1', toLocationId: site.a02.id }
    for (const from of [
      { bucketId: sides[0]?.bucketId },
      { variantId, fromLocationId: site.a01.id },
    ]) {
      const body = { lines: [{ ...line, ...from }] }
      expect((await app.call(stock.move, { ...by, body })).status).toBe(404)
    }
  })
})
