import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { as, levelOf, newItem, receiveInto } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving } = api.warehouse

const { app, site } = await setupSite()

/** An open receipt of these lines, and how its routes are called. */
async function open(...lines: Record<string, unknown>[]) {
  const { body } = await receiveInto(app, site, {}, { complete: false, lines, reference: 'DN 1' })
  const { receipt } = body
  const params = { ...site.params, receiptId: receipt.id }
  const at = { token: site.token, params }
  const line = (lineNo: number | string) => ({
    token: site.token,
    params: { ...params, lineNo: String(lineNo) },
  })
  return { receipt, at, line }
}

test('the reference of an open receipt is changed', async () => {
  const { receipt, at } = await open()
  const { status, body } = await app.call(receiving.update, {
    ...at,
    body: { version: 1, reference: 'DN 2' },
  })
  expect([status, body.receipt]).toMatchObject([200, { reference: 'DN 2', version: 2 }])
  expect((await app.call(receiving.receipt, at)).body.receipt.reference).toBe('DN 2')
  const [entry] = (await eventsOf(app, site.platform.id)).filter(
    (one) => one['target_id'] === receipt.id && one['action'] === 'RECEIPT_UPDATED',
  )
  expect(entry).toMatchObject({
    metadata: { changed: { reference: { from: 'DN 1', to: 'DN 2' } } },
  })
})

test('a line is changed in what is said, the rest stays, and it is received as it reads', async () => {
  const item = await newItem(app, site, { units: [{ code: 'case', numerator: '12' }] })
  const { at, line } = await open(
    { sku: item.sku, qty: '5', location: 'A-01', unitCost: '2' },
    { sku: item.sku, qty: '1', location: 'A-01' },
  )
  const moved = await app.call(receiving.updateLine, {
    ...line(1),
    body: { version: 1, location: 'A-02' },
  })
  expect([moved.status, moved.body.receipt]).toMatchObject([
    200,
    {
      version: 2,
      lines: [{ lineNo: 1, qty: '5', location: 'A-02', unitCost: '2' }, { lineNo: 2 }],
    },
  ])
  const counted = await app.call(receiving.updateLine, {
    ...line(1),
    body: { version: 2, qty: '2', unit: 'case', status: 'damaged', unitCost: '36' },
  })
  expect(counted.body.receipt.lines[0]).toMatchObject({
    qty: '24',
    unit: 'each',
    location: 'A-02',
    status: 'damaged',
    unitCost: '3',
  })
  const free = await app.call(receiving.updateLine, {
    ...line(1),
    body: { version: 3, unitCost: null },
  })
  expect(free.body.receipt.lines[0]).toMatchObject({ qty: '24', unitCost: null })
  await app.call(receiving.complete, { ...at, body: { version: 4 } })
  expect(await levelOf(app, item.id)).toMatchObject({ on_hand: '25', unavailable: '24' })
})

test('lots and serial numbers of a line are corrected', async () => {
  const lot = await newItem(app, site, { tracking: 'lot' })
  const piece = await newItem(app, site, { tracking: 'serial' })
  const { line } = await open(
    { sku: lot.sku, qty: '1', lotCode: 'L1', expiresOn: '2031-01-01' },
    { sku: piece.sku, qty: '2', serials: ['S1', 'S2'] },
  )
  const renamed = await app.call(receiving.updateLine, {
    ...line(1),
    body: { version: 1, lotCode: 'L2', expiresOn: '2032-02-02' },
  })
  expect(renamed.body.receipt.lines[0]).toMatchObject({ lot: 'L2' })
  const few = await app.call(receiving.updateLine, { ...line(2), body: { version: 2, qty: '1' } })
  expect([...refusal(few), few.body['details']]).toMatchObject([
    422,
    'serial_required',
    [{ path: 'serials' }],
  ])
  const one = await app.call(receiving.updateLine, {
    ...line(2),
    body: { version: 2, qty: '1', serials: ['S3'] },
  })
  expect(one.body.receipt.lines[1]).toMatchObject({ qty: '1', serials: ['S3'] })
})

test('a line is removed, the others keep their numbers, and new ones come behind', async () => {
  const { sku, id } = await newItem(app, site)
  const { receipt, at, line } = await open(...['1', '2', '3'].map((qty) => ({ sku, qty })))
  const removed = await app.call(receiving.removeLine, { ...line(2), body: { version: 1 } })
  expect(removed.body.receipt.lines.map(({ lineNo }) => lineNo)).toEqual([1, 3])
  const added = await app.call(receiving.addLines, {
    ...at,
    body: { lines: [{ sku, qty: '4' }] },
  })
  expect(added.body.receipt.lines.map(({ lineNo, qty }) => [lineNo, qty])).toEqual([
    [1, '1'],
    [3, '3'],
    [4, '4'],
  ])
  const done = await app.call(receiving.complete, { ...at, body: { version: 3 } })
  expect(done.status).toBe(200)
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '8' })
  const back = await app.call(receiving.reverse, {
    ...at,
    body: { version: 4, lines: [{ lineNo: 3, qty: '1' }] },
  })
  expect(back.body.receipt.lines.map(({ reversedQty }) => reversedQty)).toEqual(['0', '1', '0'])
  const told = (await eventsOf(app, site.platform.id)).filter(
    (one) => one['target_id'] === receipt.id,
  )
  expect(told[1]).toMatchObject({ metadata: { removed: { line: 2, sku, qty: '2' } } })
})

test('an edit of another version, of what is not there, or of a receipt that is done is refused', async () => {
  const { sku } = await newItem(app, site)
  const { at, line } = await open({ sku, qty: '1' })
  const edits = (version: number) => [
    app.call(receiving.update, { ...at, body: { version, reference: 'X' } }),
    app.call(receiving.updateLine, { ...line(1), body: { version, qty: '2' } }),
    app.call(receiving.removeLine, { ...line(1), body: { version } }),
  ]
  for (const answer of await Promise.all(edits(7)))
    expect(refusal(answer)).toEqual([409, 'version_conflict'])
  for (const lineNo of [2, 0, 'one', '1e3', '99999999999'])
    expect(
      refusal(await app.call(receiving.removeLine, { ...line(lineNo), body: { version: 1 } })),
    ).toEqual([404, 'not_found'])
  const wrong = [
    { location: 'B-99' },
    { qty: '0' },
    { unit: 'each' },
    { locationId: randomUUID(), location: 'A-01' },
    { unitCost: '-1' },
  ]
  const answers = []
  for (const body of wrong)
    answers.push(
      await app.call(receiving.updateLine, { ...line(1), body: { version: 1, ...body } }),
    )
  expect(answers.map(({ body }) => (body['details'] as { path: string }[])[0]?.path)).toEqual([
    'location',
    'qty',
    'qty',
    'location',
    'unitCost',
  ])
  const odd = await app.call(receiving.updateLine, {
    ...line(1),
    body: { version: 1, qty: '1.5' },
  })
  expect([odd.body['code'], odd.body['nearest'], odd.body['details']]).toMatchObject([
    'uom_not_exact',
    ['1', '2'],
    [{ path: 'qty' }],
  ])
  const now = (await app.call(receiving.receipt, at)).body.receipt
  expect(now).toMatchObject({ version: 1, reference: 'DN 1', lines: [{ qty: '1' }] })
  await app.call(receiving.complete, { ...at, body: { version: 1 } })
  for (const answer of await Promise.all(edits(2)))
    expect(answer.body).toMatchObject({
      code: 'invalid_transition',
      blockers: [{ type: 'receipt', from: 'completed', to: 'open', allowed: ['reversed'] }],
    })
})

test('a receipt of another platform is nobody’s', async () => {
  const { sku } = await newItem(app, site)
  const { at, line } = await open({ sku, qty: '1' })
  const other = await newWarehouse(app)
  const theirs = <At extends { params: object }>(call: At) => ({
    ...as(other),
    params: { ...call.params, slug: other.platform.slug },
  })
  const answers = [
    await app.call(receiving.update, {
      ...theirs(at),
      body: { version: 1, reference: 'X' },
    } as never),
    await app.call(receiving.removeLine, { ...theirs(line(1)), body: { version: 1 } } as never),
  ]
  expect(answers.map(refusal)).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
  ])
})
