import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { expect, test } from 'vitest'
import { refusal, sharedApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, levelsOf, newItem, receiveInto, violations } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
import { receipts } from './queries.ts'

const { receiving } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const at = ({ id }: Receipt, own = site) => ({
  ...as(own),
  params: { ...own.params, receiptId: id },
})
const open = async (line: Record<string, unknown>) =>
  (await receiveInto(app, site, line, { complete: false })).body.receipt

test('A1 what is received is on hand, with one row of the ledger', async () => {
  const item = await newItem(app, site)
  const { status, body } = await receiveInto(app, site, { sku: item.sku, qty: '10' })
  expect(status).toBe(201)
  expect(body.receipt).toMatchObject({
    kind: 'blind',
    state: 'completed',
    warehouseCode: 'MAIN',
    version: 1,
    number: expect.stringMatching(/^RC-\d{6}$/) as string,
    lines: [{ lineNo: 1, sku: item.sku, unit: 'each', qty: '10', location: 'A-01', unitCost: '1' }],
  })
  expect(await levelsOf(app, item.id)).toMatchObject([{ on_hand: '10', unavailable: '0' }])
  expect(
    await arrange(
      app,
      'select qty_before, qty_after, party from tenant.stock_ledger where move_id = $1',
      [body.receipt.moveId],
    ),
  ).toEqual([{ qty_before: '0', qty_after: '10', party: 'supplier' }])
  const again = await app.call(receiving.receipt, at(body.receipt))
  expect(again.body).toMatchObject(body)
  const [value] = await arrange(
    app,
    'select value_micros from tenant.cost_balances where variant_id = $1',
    [item.id],
  )
  expect(value).toEqual({ value_micros: '10000000' })
})

test('A2 a quantity is decimal text that the item can be counted in', async () => {
  const { sku, id } = await newItem(app, site)
  const answers = []
  for (const qty of [10, '1e1', '-1', '0', '1.5'])
    answers.push(await receiveInto(app, site, { sku, qty }))
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 422])
  expect(answers.at(-1)?.body).toMatchObject({ code: 'uom_not_exact', nearest: ['1', '2'] })
  expect(await levelsOf(app, id)).toEqual([])
})

test('A3 the same key is one receipt, and another body is refused', async () => {
  const { sku, id } = await newItem(app, site)
  const headers = { 'idempotency-key': randomUUID() }
  const [first, second] = [
    await receiveInto(app, site, { sku, qty: '3' }, { headers }),
    await receiveInto(app, site, { sku, qty: '3' }, { headers }),
  ]
  expect([first?.status, second?.status]).toEqual([201, 201])
  expect(second?.body).toEqual(first?.body)
  const other = await receiveInto(app, site, { sku, qty: '4' }, { headers })
  expect(refusal(other)).toEqual([409, 'idempotency_conflict'])
  expect(await levelsOf(app, id)).toMatchObject([{ on_hand: '3', unavailable: '0' }])
})

test('a receipt is begun, filled, completed and undone, each step told once', async () => {
  const { sku, id } = await newItem(app, site)
  const begun = await open({ sku, qty: '2' })
  expect(begun).toMatchObject({ state: 'open', moveId: null, version: 1 })
  expect(await levelsOf(app, id)).toEqual([])
  const filled = await app.call(receiving.addLines, {
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
  const done = await app.call(receiving.complete, { ...at(begun), body: { version: 2 } })
  expect(done.body.receipt).toMatchObject({ state: 'completed', version: 3 })
  expect((await app.call(receiving.receipt, at(begun))).body).toMatchObject(done.body)
  expect(await levelsOf(app, id)).toMatchObject([{ on_hand: '5', unavailable: '0' }])
  const undone = await app.call(receiving.reverse, { ...at(begun), body: { version: 3 } })
  expect(undone.body.receipt.state).toBe('reversed')
  expect(await levelsOf(app, id)).toMatchObject([{ on_hand: '0', unavailable: '0' }])
  const events = await eventsOf(app, site.platform.id)
  const steps = ['CREATED', 'UPDATED', 'COMPLETED', 'REVERSED']
  expect(events.filter((one) => one['target_id'] === begun.id).map((one) => one['action'])).toEqual(
    steps.map((step) => `RECEIPT_${step}`),
  )
  const told = await arrange(
    app,
    'select type, subject_version from tenant.tenant_events where subject_id = $1 order by event_no',
    [begun.id],
  )
  expect(told).toEqual(
    steps.map((step, i) => ({
      type: `receipt.${step.toLowerCase()}`,
      subject_version: String(i + 1),
    })),
  )
})

test('a step that is not possible says which ones are, and a stale version which one counts', async () => {
  const { sku } = await newItem(app, site)
  const begun = await open({ sku, qty: '2' })
  const stale = await app.call(receiving.cancel, { ...at(begun), body: { version: 7 } })
  expect([...refusal(stale), stale.body['currentVersion']]).toEqual([409, 'version_conflict', 1])
  const undo = await app.call(receiving.reverse, { ...at(begun), body: { version: 1 } })
  expect(undo.body).toMatchObject({
    code: 'invalid_transition',
    blockers: [{ from: 'open', to: 'reversed', allowed: ['completed', 'cancelled'] }],
  })
  const gone = await app.call(receiving.cancel, { ...at(begun), body: { version: 1 } })
  expect(gone.body.receipt).toMatchObject({ state: 'cancelled', version: 2 })
  const late = await app.call(receiving.complete, { ...at(begun), body: { version: 2 } })
  expect(refusal(late)).toEqual([409, 'invalid_transition'])
  const more = await app.call(receiving.addLines, {
    ...at(begun),
    body: { lines: [{ sku, qty: '1' }] },
  })
  expect(refusal(more)).toEqual([409, 'invalid_transition'])
  const without = await app.call(receiving.complete, { ...at(begun), body: {} })
  expect([without.status, without.body['details']]).toMatchObject([400, [{ path: 'version' }]])
})

test('A8 what has left again keeps its receipt from being undone', async () => {
  const { sku } = await newItem(app, site)
  const { receipt } = (await receiveInto(app, site, { sku, qty: '10' })).body
  const taken = await app.call(api.warehouse.adjustments.create, {
    ...as(site),
    body: {
      warehouseId: site.warehouse.id,
      reasonCode: 'missing',
      lines: [{ mode: 'delta', sku, location: 'A-01', qty: '-4' }],
    },
  })
  const undo = await app.call(receiving.reverse, { ...at(receipt), body: { version: 1 } })
  const preview = await app.call(api.warehouse.stock.previewReverse, {
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

test('receipts come newest first, page by page, found by number, reference and state', async () => {
  const own = await newWarehouse(app)
  const { sku } = await newItem(app, own)
  for (let i = 0; i < 5; i++)
    await receiveInto(app, own, { sku, qty: '1' }, { reference: `PO ${i}`, complete: i < 3 })
  const page = async (query: Record<string, string>) =>
    (await app.call(receiving.receipts, { ...as(own), query })).body
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
  expect(await violations(app, site)).toEqual([])
})

test('what is over stays over', () => {
  expect(receipts.transitions.reversed).toEqual([])
  expect(receipts.transitions.cancelled).toEqual([])
})
