import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const at = ({ id }: Receipt, own = site) => ({
  ...as(own),
  params: { ...own.params, receiptId: id },
})
test('A18 who receives sees no costs, and does only what the role allows', async () => {
  const { sku } = await newItem(app, site)
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  const { body } = await receiveInto(app, site, { sku, qty: '1' }, { by: receiver })
  expect(body.receipt.lines[0]).not.toHaveProperty('unitCost')
  const own = { ...site, token: receiver.token }
  const read = await app.call(receiving.receipt, at(body.receipt, own))
  expect(read.body.receipt.lines[0]).not.toHaveProperty('unitCost')
  const past = { effectiveAt: new Date(Date.now() - 1000).toISOString() }
  const dated = await receiveInto(app, site, { sku, qty: '1' }, { by: receiver, ...past })
  expect(dated.body).toMatchObject({
    code: 'permission_denied',
    details: [{ message: 'stock.backdate' }],
  })
  const only = await app.newMember(site.owner, site.platform, {
    role: 'x',
    permissions: ['receipt.create'],
  })
  const done = await receiveInto(app, site, { sku, qty: '1' }, { by: only })
  expect(done.body).toMatchObject({
    code: 'permission_denied',
    details: [{ message: 'receipt.complete' }],
  })
  const denied = (await eventsOf(app, site.platform.id)).filter(
    (one) => one['actor_id'] === only.id,
  )
  expect(denied.at(-1)).toMatchObject({ action: 'ACCESS_DENIED', outcome: 'denied' })
})

test('A19 a member limited to another warehouse finds nothing here', async () => {
  const { sku } = await newItem(app, site)
  const { receipt } = (await receiveInto(app, site, { sku, qty: '1' })).body
  const east = await app.call(api.warehouse.warehouses.create, {
    ...as(site),
    body: { code: `E${randomUUID().slice(0, 6)}`, name: 'East' },
  })
  const member = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  const scope = { ...as(site), params: { ...site.params, memberId: member.id } }
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...scope,
    body: { warehouseIds: [east.body.warehouse.id] },
  })
  const own = { ...site, token: member.token }
  const list = await app.call(receiving.receipts, as(own))
  expect(list.body.items).toEqual([])
  expect((await app.call(receiving.receipt, at(receipt, own))).status).toBe(404)
  expect((await receiveInto(app, site, { sku, qty: '1' }, { by: own })).status).toBe(404)
  expect(
    (await app.call(receiving.reverse, { ...at(receipt, own), body: { version: 1 } })).status,
  ).toBe(404)
})

test('A20 ids of another platform are ids of nothing', async () => {
  const other = await newWarehouse(app)
  const theirs = await newItem(app, other)
  const mine = await newItem(app, site)
  const { receipt } = (await receiveInto(app, other, { sku: theirs.sku, qty: '1' })).body
  const bodiesOf = async (
    call: (id: string) => Promise<{ status: number; body: Record<string, unknown> }>,
    id: string,
  ) => {
    const answers = [await call(id), await call(randomUUID())]
    return answers.map(({ status, body: { requestId: _, ...rest } }) => [status, rest])
  }
  const calls: [
    (id: string) => Promise<{ status: number; body: Record<string, unknown> }>,
    string,
  ][] = [
    [(variantId) => receiveInto(app, site, { variantId, qty: '1' }), theirs.id],
    [
      (locationId) =>
        receiveInto(app, site, { sku: mine.sku, qty: '1', location: undefined, locationId }),
      other.a01.id,
    ],
    [
      (warehouseId) => receiveInto(app, site, { sku: mine.sku, qty: '1' }, { warehouseId }),
      other.warehouse.id,
    ],
    [(id) => app.call(receiving.receipt, at({ ...receipt, id })), receipt.id],
    [
      (id) =>
        app.call(receiving.addLines, {
          ...at({ ...receipt, id }),
          body: { lines: [{ sku: mine.sku, qty: '1' }] },
        }),
      receipt.id,
    ],
    ...[receiving.complete, receiving.cancel, receiving.reverse].map(
      (
        route,
      ): [(id: string) => Promise<{ status: number; body: Record<string, unknown> }>, string] => [
        (id) => app.call(route, { ...at({ ...receipt, id }), body: { version: 1 } }),
        receipt.id,
      ],
    ),
  ]
  for (const [call, id] of calls) {
    const [foreign, random] = await bodiesOf(call, id)
    expect(foreign?.[0]).toBe(404)
    expect(foreign).toEqual(random)
  }
})
