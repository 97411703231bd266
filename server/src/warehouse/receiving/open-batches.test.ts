import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { batchesOf } from '../../../test/batches.ts'
import { newItem } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { app, site } = await setupSite()
const sent = batchesOf(app, site)
const { sku } = await newItem(app, site)
// An amount that no column holds, whichever of them it is.
await arrange(
  app,
  `create function tenant.refuse_amount() returns trigger language plpgsql as $$
   begin raise numeric_value_out_of_range; end $$;
   create trigger refuse_amount before insert on tenant.receipt_lines
     for each row when (new.qty_received = 666) execute function tenant.refuse_amount()`,
)

const tooMuch = { qty: '666' }
const written = () => sent.counts('receipts', 'receipt_lines', 'tenant_events')
const grownBy = async (before: readonly number[]) =>
  (await written()).map((count, i) => count - (before[i] ?? 0))

/** An open receipt with `complete` left out, or said. */
const open = (line: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  sent.receipt({ sku, qty: '1', ...line }, { complete: undefined, ...more })

const amountError = (index: number) => ({ index, status: 'error', code: 'amount_too_large' })

test.each([
  ['left out', undefined],
  ['false', false],
  ['true', true],
])('a bad receipt keeps no others from being made, with complete %s', async (_, complete) => {
  const before = await written()
  const { status, body } = await sent.send('receipts', [
    open({}, { complete }),
    open(tooMuch, { complete }),
    open({}, { complete }),
  ])
  expect([status, body]).toMatchObject([
    200,
    {
      applied: 2,
      failed: 1,
      results: [{ index: 0, status: 'ok' }, amountError(1), { index: 2, status: 'ok' }],
    },
  ])
  // A completed one has its own event and that of its move.
  expect(await grownBy(before)).toEqual([2, 2, complete ? 4 : 2])
})

test('the last of them can be the bad one, and all of them', async () => {
  const before = await written()
  const last = await sent.send('receipts', [open({}), open({}), open(tooMuch)])
  expect(last.body).toMatchObject({ applied: 2, failed: 1, results: [{}, {}, amountError(2)] })
  const every = await sent.send('receipts', [open(tooMuch), open(tooMuch)])
  expect(every.body).toMatchObject({ applied: 0, results: [amountError(0), amountError(1)] })
  expect(await grownBy(before)).toEqual([2, 2, 2])
})

test('of all or nothing a bad open receipt leaves none, and is named', async () => {
  const before = await written()
  const { status, body } = await sent.send('receipts', [open({}), open(tooMuch), open({})], {
    mode: 'all_or_nothing',
  })
  expect([status, body]).toMatchObject([
    200,
    {
      applied: 0,
      failed: 1,
      results: [{ status: 'skipped' }, amountError(1), { status: 'skipped' }],
    },
  ])
  expect(await grownBy(before)).toEqual([0, 0, 0])
})

test('a receipt of no right shape is named by its index, and nothing is made', async () => {
  const before = await written()
  for (const wrong of [null, 'RC', { lines: 7 }, open({ qty: 5 }), open({ unitCost: '1e9' })]) {
    const all = { mode: 'all_or_nothing' }
    const { status, body } = await sent.send('receipts', [open({}), wrong], all)
    const refused = { index: 1, status: 'error', code: 'validation_failed' }
    expect([status, body]).toMatchObject([
      200,
      { applied: 0, failed: 1, results: [{ status: 'skipped' }, refused] },
    ])
  }
  expect(await grownBy(before)).toEqual([0, 0, 0])
})
