import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { adjustAt, as, levelOf, newItem, receiveInto } from '../../../test/fixtures.ts'

const { receiving, stockViews, stock } = api.warehouse

const { app, site } = await setupSite()

type Part = { lineNo: number; qty: string; serials?: string[] }

async function received(...lines: Record<string, unknown>[]) {
  const { status, body } = await receiveInto(app, site, {}, { lines })
  expect(status).toBe(201)
  const { receipt } = body
  const at = { ...as(site), params: { ...site.params, receiptId: receipt.id } }
  const reverse = (version: number, lines?: Part[]) =>
    app.call(receiving.reverse, { ...at, body: { version, note: 'sent back', lines } })
  return { receipt, at, reverse }
}

const worth = async (variantId: string) =>
  (
    await arrange(app, 'select value_micros from tenant.cost_balances where variant_id = $1', [
      variantId,
    ])
  )[0]?.['value_micros']

test('a receipt is reversed line by line, each part at its share of the cost', async () => {
  const [one, other] = [await newItem(app, site), await newItem(app, site)]
  const { receipt, at, reverse } = await received(
    { sku: one.sku, qty: '3', location: 'A-01', unitCost: '0.333333' },
    { sku: other.sku, qty: '4', location: 'A-02', unitCost: '1' },
  )
  const first = await reverse(1, [{ lineNo: 1, qty: '1' }])
  expect([first.status, first.body.receipt]).toMatchObject([
    200,
    {
      state: 'completed',
      version: 2,
      moveId: receipt.moveId,
      lines: [
        { qty: '3', reversedQty: '1' },
        { qty: '4', reversedQty: '0' },
      ],
    },
  ])
  expect([await levelOf(app, one.id), await worth(one.id)]).toMatchObject([
    { on_hand: '2' },
    '666666',
  ])
  expect(await levelOf(app, other.id)).toMatchObject({ on_hand: '4' })

  const many = await reverse(2, [{ lineNo: 1, qty: '3' }])
  expect([...refusal(many), many.body['details']]).toMatchObject([
    400,
    'validation_failed',
    [{ path: 'lines.0.qty', message: 'Only 2 each of line 1 can be reversed.' }],
  ])
  const second = await reverse(2, [
    { lineNo: 2, qty: '4' },
    { lineNo: 1, qty: '1' },
  ])
  expect(second.body.receipt).toMatchObject({ state: 'completed', version: 3 })
  expect(await findingsOf(app, site)).toEqual([])

  const rest = await reverse(3)
  expect(rest.body.receipt).toMatchObject({
    state: 'reversed',
    version: 4,
    lines: [{ reversedQty: '3' }, { reversedQty: '4' }],
  })
  expect((await app.call(receiving.receipt, at)).body.receipt).toMatchObject({
    lines: rest.body.receipt.lines,
  })
  expect([await levelOf(app, one.id), await worth(one.id)]).toMatchObject([{ on_hand: '0' }, '0'])
  expect(refusal(await reverse(4))).toEqual([409, 'invalid_transition'])
  expect(await findingsOf(app, site)).toEqual([])

  const told = (await eventsOf(app, site.platform.id)).filter(
    (each) => each['target_id'] === receipt.id,
  )
  expect(told.map(({ action, metadata }) => [action, metadata])).toMatchObject([
    ['RECEIPT_COMPLETED', {}],
    ['RECEIPT_PARTIALLY_REVERSED', { lines: [{ line: 1, sku: one.sku, qty: '1' }] }],
    ['RECEIPT_PARTIALLY_REVERSED', { lines: [{ line: 2 }, { line: 1 }] }],
    ['RECEIPT_REVERSED', { note: 'sent back', lines: [{ line: 1, qty: '1' }] }],
  ])
})

test('the parts of a line give back its cost to the last millionth', async () => {
  const { sku, id } = await newItem(app, site)
  await received({ sku, qty: '1', location: 'A-02', unitCost: '5' })
  const { reverse } = await received({ sku, qty: '7', location: 'A-01', unitCost: '0.000001' })
  const worths = []
  for (let version = 1; version <= 7; version++) {
    expect((await reverse(version, [{ lineNo: 1, qty: '1' }])).status).toBe(200)
    worths.push(await worth(id))
  }
  expect(worths).toEqual([6, 5, 4, 3, 2, 1, 0].map((left) => String(5_000_000 + left)))
})

test('the stock history shows each part, with the receipt and what it took back', async () => {
  const { sku, id } = await newItem(app, site)
  const { receipt, reverse } = await received({ sku, qty: '5', location: 'A-01' })
  await reverse(1, [{ lineNo: 1, qty: '2' }])
  const history = await app.call(stockViews.ledger, { ...as(site), query: { variant: id } })
  expect(history.body.items).toMatchObject([
    {
      kind: 'receive',
      delta: '-2',
      after: '3',
      party: 'supplier',
      note: 'sent back',
      reverses: receipt.moveId,
      source: { number: receipt.number },
    },
    { delta: '5', reverses: null, reversedBy: null },
  ])
  const preview = await app.call(stock.previewReverse, {
    ...as(site),
    params: { ...site.params, move: receipt.moveId ?? '' },
  })
  expect(preview.body).toMatchObject({ possible: true, lines: [{ before: '3', after: '0' }] })
  const part = history.body.items[0]?.moveId ?? ''
  const alone = await app.call(stock.reverse, {
    ...as(site),
    params: { ...site.params, move: part },
    body: {},
  })
  expect(refusal(alone)).toEqual([409, 'not_reversible'])
})

test('of pieces with serial numbers those that are named go back', async () => {
  const { sku, id } = await newItem(app, site, { tracking: 'serial' })
  const { reverse } = await received(
    { sku, qty: '3', serials: ['P1', 'P2', 'P3'], location: 'A-01' },
    { sku, qty: '1', serials: ['P4'], location: 'A-01' },
  )
  const refused = [
    await reverse(1, [{ lineNo: 1, qty: '1' }]),
    await reverse(1, [{ lineNo: 1, qty: '1', serials: ['P4'] }]),
    await reverse(1, [{ lineNo: 1, qty: '2', serials: ['P1'] }]),
  ]
  expect(refused.map(({ body }) => [body['code'], body['details']])).toMatchObject([
    ['serial_required', [{ path: 'lines.0.serials' }]],
    ['validation_failed', [{ path: 'lines.0.serials' }]],
    ['serial_required', [{ path: 'lines.0.serials' }]],
  ])
  const two = await reverse(1, [
    { lineNo: 1, qty: '1', serials: ['P2'] },
    { lineNo: 2, qty: '1' },
  ])
  expect(two.body.receipt.lines).toMatchObject([
    { serials: ['P1', 'P2', 'P3'], reversedSerials: ['P2'], reversedQty: '1' },
    { reversedSerials: ['P4'] },
  ])
  expect(refusal(await reverse(2, [{ lineNo: 1, qty: '1', serials: ['P2'] }]))).toEqual([
    400,
    'validation_failed',
  ])
  expect((await reverse(2, [{ lineNo: 1, qty: '2' }])).body.receipt.state).toBe('reversed')
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '0' })
})

test('what has left the bin keeps that part in, and no more than that', async () => {
  const { sku } = await newItem(app, site)
  const { reverse } = await received({ sku, qty: '10', location: 'A-01' })
  await adjustAt(app, site, { sku, qty: '-4' }, { reasonCode: 'missing' })
  const blocked = await reverse(1, [{ lineNo: 1, qty: '7' }])
  expect(blocked.body).toMatchObject({
    code: 'reversal_blocked',
    blockers: [{ type: 'bucket', location: 'A-01', missing: '1' }],
  })
  expect((await reverse(1, [{ lineNo: 1, qty: '6' }])).status).toBe(200)
  const rest = await reverse(2)
  expect(rest.body).toMatchObject({
    code: 'reversal_blocked',
    blockers: [{ missing: '4', moves: [{ qty: '4' }] }],
  })
})

test('a line that is not there, twice, or in parts that cannot be is refused', async () => {
  const { sku, id } = await newItem(app, site)
  const { reverse } = await received({ sku, qty: '2', location: 'A-01' })
  const answers = []
  for (const lines of [
    [{ lineNo: 9, qty: '1' }],
    [
      { lineNo: 1, qty: '1' },
      { lineNo: 1, qty: '1' },
    ],
    [{ lineNo: 1, qty: '0.5' }],
    [{ lineNo: 1, qty: '0' }],
    [{ lineNo: 1, qty: '-1' }],
    [],
    [{ lineNo: 1, qty: '1', serials: ['X'] }],
  ])
    answers.push(await reverse(1, lines))
  expect(
    answers.map(({ body }) => [body['code'], (body['details'] as { path: string }[])[0]?.path]),
  ).toEqual([
    ['validation_failed', 'lines.0.lineNo'],
    ['validation_failed', 'lines.1.lineNo'],
    ['uom_not_exact', 'lines.0.qty'],
    ['validation_failed', 'lines.0.qty'],
    ['validation_failed', 'lines.0.qty'],
    ['validation_failed', 'lines'],
    ['validation_failed', 'lines.0.serials'],
  ])
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '2' })
})
