import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, newItem, receiveInto, type Site } from '../../../test/goods.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving } = api.warehouse

let world: TestApp
let site: Site
beforeAll(async () => {
  world = await startApp()
  site = await newWarehouse(world)
})
afterAll(() => world.close())

const levelsOf = (variantId: string) =>
  arrange(world, 'select on_hand, unavailable from tenant.stock_levels where variant_id = $1', [
    variantId,
  ])
const at = ({ id }: Receipt, own = site) => ({
  ...as(own),
  params: { ...own.params, receiptId: id },
})
const open = async (line: Record<string, unknown>) =>
  (await receiveInto(world, site, line, { complete: false })).body.receipt
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const violations = () => arrange(world, 'select * from stock.verify($1)', [site.platform.id])

test('A1 what is received is on hand, with one row of the ledger', async () => {
  const item = await newItem(world, site)
  const { status, body } = await receiveInto(world, site, { sku: item.sku, qty: '10' })
  expect(status).toBe(201)
  expect(body.receipt).toMatchObject({
    ...{ kind: 'blind', state: 'completed', warehouseCode: 'MAIN', version: 1 },
    number: expect.stringMatching(/^RC-\d{6}$/) as string,
    lines: [{ lineNo: 1, sku: item.sku, unit: 'each', qty: '10', location: 'A-01', unitCost: '1' }],
  })
  expect(await levelsOf(item.id)).toEqual([{ on_hand: '10', unavailable: '0' }])
  expect(
    await arrange(
      world,
      'select qty_before, qty_after, party from tenant.stock_ledger where move_id = $1',
      [body.receipt.moveId],
    ),
  ).toEqual([{ qty_before: '0', qty_after: '10', party: 'supplier' }])
  const again = await world.call(receiving.receipt, at(body.receipt))
  expect(again.body).toEqual(body)
  const [value] = await arrange(
    world,
    'select value_micros from tenant.cost_balances where variant_id = $1',
    [item.id],
  )
  expect(value).toEqual({ value_micros: '10000000' })
})

test('A2 a quantity is decimal text that the item can be counted in', async () => {
  const { sku, id } = await newItem(world, site)
  const answers = []
  for (const qty of [10, '1e1', '-1', '0', '1.5'])
    answers.push(await receiveInto(world, site, { sku, qty }))
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 422])
  expect(answers.at(-1)?.body).toMatchObject({ code: 'uom_not_exact', nearest: ['1', '2'] })
  expect(await levelsOf(id)).toEqual([])
})

test('A3 the same key is one receipt, and another body is refused', async () => {
  const { sku, id } = await newItem(world, site)
  const headers = { 'idempotency-key': randomUUID() }
  const [first, second] = [
    await receiveInto(world, site, { sku, qty: '3' }, { headers }),
    await receiveInto(world, site, { sku, qty: '3' }, { headers }),
  ]
  expect([first?.status, second?.status]).toEqual([201, 201])
  expect(second?.body).toEqual(first?.body)
  const other = await receiveInto(world, site, { sku, qty: '4' }, { headers })
  expect(refusal(other)).toEqual([409, 'idempotency_conflict'])
  expect(await levelsOf(id)).toEqual([{ on_hand: '3', unavailable: '0' }])
})

test('a receipt is begun, filled, completed and undone, each step told once', async () => {
  const { sku, id } = await newItem(world, site)
  const begun = await open({ sku, qty: '2' })
  expect(begun).toMatchObject({ state: 'open', moveId: null, version: 1 })
  expect(await levelsOf(id)).toEqual([])
  const filled = await world.call(receiving.addLines, {
    ...at(begun),
    body: { lines: [{ sku, qty: '3' }] },
  })
  expect(filled.body.receipt).toMatchObject({
    version: 2,
    lines: [
      { lineNo: 1, location: 'A-01' },
      { lineNo: 2, location: 'RECV', unitCost: null },
    ],
  })
  const done = await world.call(receiving.complete, { ...at(begun), body: { version: 2 } })
  expect(done.body.receipt).toMatchObject({ state: 'completed', version: 3 })
  expect((await world.call(receiving.receipt, at(begun))).body).toEqual(done.body)
  expect(await levelsOf(id)).toEqual([{ on_hand: '5', unavailable: '0' }])
  const undone = await world.call(receiving.reverse, { ...at(begun), body: { version: 3 } })
  expect(undone.body.receipt.state).toBe('reversed')
  expect(await levelsOf(id)).toEqual([{ on_hand: '0', unavailable: '0' }])
  const events = await eventsOf(world, site.platform.id)
  const steps = ['CREATED', 'UPDATED', 'COMPLETED', 'REVERSED']
  expect(events.filter((one) => one['target_id'] === begun.id).map((one) => one['action'])).toEqual(
    steps.map((step) => `RECEIPT_${step}`),
  )
  const told = await arrange(
    world,
    'select type, subject_version from tenant.tenant_events where subject_id = $1 order by event_no',
    [begun.id],
  )
  expect(told).toEqual(
    steps.map((step, i) => ({
      ...{ type: `receipt.${step.toLowerCase()}`, subject_version: String(i + 1) },
    })),
  )
})

test('a step that is not possible says which ones are, and a stale version which one counts', async () => {
  const { sku } = await newItem(world, site)
  const begun = await open({ sku, qty: '2' })
  const stale = await world.call(receiving.cancel, { ...at(begun), body: { version: 7 } })
  expect([...refusal(stale), stale.body['currentVersion']]).toEqual([409, 'version_conflict', 1])
  const undo = await world.call(receiving.reverse, { ...at(begun), body: { version: 1 } })
  expect(undo.body).toMatchObject({
    code: 'invalid_transition',
    blockers: [{ from: 'open', to: 'reversed', allowed: ['completed', 'cancelled'] }],
  })
  const gone = await world.call(receiving.cancel, { ...at(begun), body: { version: 1 } })
  expect(gone.body.receipt).toMatchObject({ state: 'cancelled', version: 2 })
  const late = await world.call(receiving.complete, { ...at(begun), body: { version: 2 } })
  expect(refusal(late)).toEqual([409, 'invalid_transition'])
  const more = await world.call(receiving.addLines, {
    ...at(begun),
    body: { lines: [{ sku, qty: '1' }] },
  })
  expect(refusal(more)).toEqual([409, 'invalid_transition'])
  const without = await world.call(receiving.complete, { ...at(begun), body: {} })
  expect([without.status, without.body['details']]).toMatchObject([400, [{ path: 'version' }]])
})

test('A8 what has left again keeps its receipt from being undone', async () => {
  const { sku } = await newItem(world, site)
  const { receipt } = (await receiveInto(world, site, { sku, qty: '10' })).body
  const taken = await world.call(api.warehouse.adjustments.create, {
    ...as(site),
    body: {
      warehouseId: site.warehouse.id,
      reasonCode: 'missing',
      lines: [{ mode: 'delta', sku, location: 'A-01', qty: '-4' }],
    },
  })
  const undo = await world.call(receiving.reverse, { ...at(receipt), body: { version: 1 } })
  const preview = await world.call(api.warehouse.stock.previewReverse, {
    ...as(site),
    params: { ...site.params, move: receipt.moveId ?? '' },
  })
  expect(preview.body).toMatchObject({ possible: false, blockers: undo.body['blockers'] })
  expect(undo.body).toMatchObject({
    code: 'reversal_blocked',
    blockers: [
      { location: 'A-01', missing: '4', moves: [{ moveId: taken.body.adjustment.moveId }] },
    ],
  })
})

describe('a line', () => {
  test('comes in a pack that the barcode stands for, with the cost of one of them', async () => {
    const barcode = `CASE-${randomUUID().slice(0, 8)}`
    const item = await newItem(world, site, {
      units: [{ code: 'case', numerator: '12' }],
      barcodes: [{ code: barcode, unit: 'case' }],
    })
    const { body } = await receiveInto(world, site, { barcode, qty: '2.5', unitCost: '6' })
    expect(body.receipt.lines).toMatchObject([
      { sku: item.sku, unit: 'each', qty: '30', unitCost: '0.5' },
    ])
    const odd = await receiveInto(world, site, { sku: item.sku, unit: 'pallet', qty: '1' })
    expect(refusal(odd)).toEqual([422, 'uom_unknown'])
    const unknown = await receiveInto(world, site, { barcode: 'nothing', qty: '1' })
    expect(refusal(unknown)).toEqual([422, 'barcode_unknown'])
  })

  test('of an item by lot makes the lot once, with its day', async () => {
    const { sku, id } = await newItem(world, site, { tracking: 'lot' })
    const lot = { sku, lotCode: 'L1', expiresOn: '2027-03-01' }
    const received = [
      await receiveInto(world, site, { ...lot, qty: '5' }),
      await receiveInto(world, site, { ...lot, qty: '2' }),
    ]
    expect(received.map(({ body }) => body.receipt.lines[0]?.lot)).toEqual(['L1', 'L1'])
    expect(
      await arrange(world, 'select code, expires_on::text from tenant.lots where variant_id = $1', [
        id,
      ]),
    ).toEqual([{ code: 'L1', expires_on: '2027-03-01' }])
    const otherDay = await receiveInto(world, site, { ...lot, expiresOn: '2027-04-01', qty: '1' })
    expect([otherDay.status, otherDay.body['details']]).toMatchObject([
      400,
      [{ path: 'lines.0.expiresOn' }],
    ])
    expect(refusal(await receiveInto(world, site, { sku, qty: '1' }))).toEqual([
      422,
      'lot_required',
    ])
    const plain = await newItem(world, site)
    const marked = await receiveInto(world, site, { sku: plain.sku, lotCode: 'L1', qty: '1' })
    expect(refusal(marked)).toEqual([422, 'lot_not_allowed'])
  })

  test('of an item by serial number names each piece, and each is in one place', async () => {
    const { sku, id } = await newItem(world, site, { tracking: 'serial' })
    const received = await receiveInto(world, site, { sku, qty: '2', serials: ['S1', 'S2'] })
    expect(received.body.receipt.lines[0]).toMatchObject({ qty: '2', serials: ['S1', 'S2'] })
    expect(await levelsOf(id)).toEqual([{ on_hand: '2', unavailable: '0' }])
    const [few, again, twice, elsewhere] = [
      await receiveInto(world, site, { sku, qty: '2', serials: ['S3'] }),
      await receiveInto(world, site, { sku, qty: '1', serials: ['S1'] }),
      await receiveInto(world, site, { sku, qty: '2', serials: ['S3', 'S3'] }),
      await receiveInto(world, site, { sku, qty: '1', serials: ['S1'], location: 'A-02' }),
    ]
    expect([few, again, twice, elsewhere].map(refusal)).toEqual([
      [422, 'serial_required'],
      ...Array.from({ length: 3 }, () => [409, 'serial_duplicate']),
    ])
  })

  test('that cannot be sold is on hand and unavailable', async () => {
    const { sku, id } = await newItem(world, site)
    await receiveInto(world, site, { sku, qty: '3', status: 'damaged' })
    expect(await levelsOf(id)).toEqual([{ on_hand: '3', unavailable: '3' }])
  })

  test('goes to a place of the warehouse that takes goods', async () => {
    const { sku } = await newItem(world, site)
    const { body } = await world.call(api.warehouse.places.createLocation, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: `B-${randomUUID().slice(0, 6)}` },
    })
    await world.call(api.warehouse.places.block, {
      ...as(site),
      params: { ...site.params, locationId: body.location.id },
      body: { version: 1, direction: 'in' },
    })
    const location = body.location.code
    const blocked = await receiveInto(world, site, { sku, qty: '1', location })
    expect(blocked.body).toMatchObject({
      code: 'location_blocked',
      blockers: [{ type: 'location', code: location, status: 'blocked_in' }],
    })
    const waiting = await open({ sku, qty: '1', location })
    const late = await world.call(receiving.complete, { ...at(waiting), body: { version: 1 } })
    expect(refusal(late)).toEqual([409, 'location_blocked'])
    const nowhere = await receiveInto(world, site, { sku, qty: '1', location: 'Q-99' })
    expect([nowhere.status, nowhere.body['details']]).toMatchObject([
      400,
      [{ path: 'lines.0.location' }],
    ])
  })

  test('worth or counting more than a column holds is refused', async () => {
    const { sku } = await newItem(world, site)
    const worth = await receiveInto(world, site, {
      sku,
      qty: '999999999',
      unitCost: '999999999999',
    })
    expect(refusal(worth)).toEqual([422, 'amount_too_large'])
    const fine = await newItem(world, site, { qtyScale: 6 })
    const many = await receiveInto(world, site, { sku: fine.sku, qty: '999999999999999' })
    expect(refusal(many)).toEqual([422, 'amount_too_large'])
  })
})

test('A11 what is still to come is not received', async () => {
  const { sku } = await newItem(world, site)
  const day = 86_400_000
  const [late, early] = [
    await receiveInto(
      world,
      site,
      { sku, qty: '1' },
      { effectiveAt: new Date(Date.now() + day).toISOString() },
    ),
    await receiveInto(
      world,
      site,
      { sku, qty: '1' },
      { effectiveAt: new Date(Date.now() - day).toISOString() },
    ),
  ]
  expect(refusal(late)).toEqual([422, 'future_date_refused'])
  expect(early.status).toBe(201)
  expect(Date.parse(early.body.receipt.receivedAt ?? '')).toBeLessThan(Date.now() - day + 60_000)
})

test('A18 who receives sees no costs, and does only what the role allows', async () => {
  const { sku } = await newItem(world, site)
  const receiver = await world.newMember(site.owner, site.platform, { role: 'receiver' })
  const { body } = await receiveInto(world, site, { sku, qty: '1' }, { by: receiver })
  expect(body.receipt.lines[0]).not.toHaveProperty('unitCost')
  const own = { ...site, token: receiver.token }
  const read = await world.call(receiving.receipt, at(body.receipt, own))
  expect(read.body.receipt.lines[0]).not.toHaveProperty('unitCost')
  const past = { effectiveAt: new Date(Date.now() - 1000).toISOString() }
  const dated = await receiveInto(world, site, { sku, qty: '1' }, { by: receiver, ...past })
  expect(dated.body).toMatchObject({
    code: 'permission_denied',
    details: [{ message: 'stock.backdate' }],
  })
  const only = await world.newMember(site.owner, site.platform, {
    role: 'x',
    permissions: ['receipt.create'],
  })
  const done = await receiveInto(world, site, { sku, qty: '1' }, { by: only })
  expect(done.body).toMatchObject({
    code: 'permission_denied',
    details: [{ message: 'receipt.complete' }],
  })
  const denied = (await eventsOf(world, site.platform.id)).filter(
    (one) => one['actor_id'] === only.id,
  )
  expect(denied.at(-1)).toMatchObject({ action: 'ACCESS_DENIED', outcome: 'denied' })
})

test('A19 a member limited to another warehouse finds nothing here', async () => {
  const { sku } = await newItem(world, site)
  const { receipt } = (await receiveInto(world, site, { sku, qty: '1' })).body
  const east = await world.call(api.warehouse.places.createWarehouse, {
    ...as(site),
    body: { code: `E${randomUUID().slice(0, 6)}`, name: 'East' },
  })
  const member = await world.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  const scope = { ...as(site), params: { ...site.params, memberId: member.id } }
  await world.call(api.warehouse.settings.setMemberWarehouses, {
    ...scope,
    body: { warehouseIds: [east.body.warehouse.id] },
  })
  const own = { ...site, token: member.token }
  const list = await world.call(receiving.receipts, as(own))
  expect(list.body.items).toEqual([])
  expect((await world.call(receiving.receipt, at(receipt, own))).status).toBe(404)
  expect((await receiveInto(world, site, { sku, qty: '1' }, { by: own })).status).toBe(404)
  expect(
    (await world.call(receiving.reverse, { ...at(receipt, own), body: { version: 1 } })).status,
  ).toBe(404)
})

test('A20 ids of another platform are ids of nothing', async () => {
  const other = await newWarehouse(world)
  const theirs = await newItem(world, other)
  const mine = await newItem(world, site)
  const { receipt } = (await receiveInto(world, other, { sku: theirs.sku, qty: '1' })).body
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
    [(variantId) => receiveInto(world, site, { variantId, qty: '1' }), theirs.id],
    [
      (locationId) =>
        receiveInto(world, site, { sku: mine.sku, qty: '1', location: undefined, locationId }),
      other.a01.id,
    ],
    [
      (warehouseId) => receiveInto(world, site, { sku: mine.sku, qty: '1' }, { warehouseId }),
      other.warehouse.id,
    ],
    [(id) => world.call(receiving.receipt, at({ ...receipt, id })), receipt.id],
    [
      (id) =>
        world.call(receiving.addLines, {
          ...at({ ...receipt, id }),
          body: { lines: [{ sku: mine.sku, qty: '1' }] },
        }),
      receipt.id,
    ],
    ...[receiving.complete, receiving.cancel, receiving.reverse].map(
      (
        route,
      ): [(id: string) => Promise<{ status: number; body: Record<string, unknown> }>, string] => [
        (id) => world.call(route, { ...at({ ...receipt, id }), body: { version: 1 } }),
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

test('receipts come newest first, page by page, found by number, reference and state', async () => {
  const own = await newWarehouse(world)
  const { sku } = await newItem(world, own)
  for (let i = 0; i < 5; i++)
    await receiveInto(world, own, { sku, qty: '1' }, { reference: `PO ${i}`, complete: i < 3 })
  const page = async (query: Record<string, string>) =>
    (await world.call(receiving.receipts, { ...as(own), query })).body
  const first = await page({ limit: '3' })
  const second = await page({ limit: '3', cursor: first.next ?? '' })
  const numbers = [...first.items, ...second.items].map(({ number }) => number)
  expect(numbers).toEqual(numbers.toSorted().toReversed())
  expect([numbers.length, first.total, second.next]).toEqual([5, 5, null])
  expect(first.items[0]).toMatchObject({ lineCount: 1, reference: 'PO 4', state: 'open' })
  expect((await page({ q: 'po 2' })).items.map(({ reference }) => reference)).toEqual(['PO 2'])
  expect((await page({ state: 'completed,cancelled' })).total).toBe(3)
})

test('the books agree after all of this', async () => {
  expect(await violations()).toEqual([])
})
