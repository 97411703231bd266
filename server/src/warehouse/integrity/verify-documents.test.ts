import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { adjustAt, as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { setupApp } from '../../../test/app.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { runJob } from '../../../test/run-job.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
import { verifyAllLedgers } from './jobs.ts'

const { integrity } = api.warehouse

const { app, site } = await setupSite(await setupApp())

async function verify(kind: 'full' | 'incremental' = 'full') {
  const { body } = await app.call(integrity.verify, { ...as(site), body: { kind } })
  if ('running' in body) throw new Error('it should have been quick')
  return body.violations
}
const ownerDoes = (statement: string, ...values: unknown[]) => arrange(app, statement, values)

describe('what the owner of the database changes behind a document is found:', () => {
  let receipt: { id: string; number: string }
  let adjustment: { id: string; number: string }
  beforeEach(async () => {
    const { sku } = await newItem(app, site, { sku: `S-${Math.random()}` })
    receipt = (await receiveInto(app, site, { sku, qty: '10' })).body.receipt
    adjustment = (await adjustAt(app, site, { sku, qty: '-2' })).body.adjustment
    const serial = await newItem(app, site, { tracking: 'serial' })
    await receiveInto(app, site, { sku: serial.sku, qty: '2', serials: ['1', '2'] })
    expect(await verify()).toEqual([])
  })

  const onReceipt = (set: string) => `update tenant.receipt_lines set ${set} where receipt_id = $1`
  const onAdjustment = (set: string) =>
    `update tenant.adjustment_lines set ${set} where adjustment_id = $1`

  test.each([
    ['the quantity of a line', 'qty_received = 11', 'qty_received = 10', /^10 11$/],
    ['the status of a line', "status = 'hold'", "status = 'available'", /^(10 0|0 10)$/],
  ])('%s of a completed receipt', async (_, broken, mended, shown) => {
    await ownerDoes(onReceipt(broken), receipt.id)
    for (const kind of ['full', 'incremental'] as const) {
      const found = await verify(kind)
      expect(found.length).toBeGreaterThan(0)
      for (const { rule, subject, expected, actual } of found) {
        expect([rule, subject]).toEqual(['I14', expect.stringContaining(receipt.number)])
        expect(`${expected} ${actual}`).toMatch(shown)
      }
    }
    await ownerDoes(onReceipt(mended), receipt.id)
    expect(await verify()).toEqual([])
  })

  test('a serial number of a completed receipt', async () => {
    const swap = `update tenant.receipt_lines set serial_ids = serial_ids[2:2] || serial_ids[1:1] || $2::uuid[]
      where platform_id = $1 and cardinality(serial_ids) = 2`
    const extra = '{00000000-0000-4000-8000-000000000000}'
    await ownerDoes(swap, site.platform.id, extra)
    expect((await verify()).every(({ rule }) => rule === 'I14')).toBe(true)
    expect(await verify()).not.toEqual([])
    await ownerDoes(
      'update tenant.receipt_lines set serial_ids = serial_ids[1:2] where platform_id = $1 and cardinality(serial_ids) = 3',
      site.platform.id,
    )
    expect(await verify()).toEqual([])
  })

  test.each([
    ['what was there after', 'qty_after = qty_after + 1', 'qty_after = qty_after - 1'],
    ['what was asked for', 'qty = qty - 1', 'qty = qty + 1'],
  ])('%s a line of a posted adjustment', async (_, broken, mended) => {
    await ownerDoes(onAdjustment(broken), adjustment.id)
    for (const kind of ['full', 'incremental'] as const)
      expect(await verify(kind)).toMatchObject([
        { rule: 'I14', subject: `adjustment ${adjustment.number} line 1`, expected: '-2' },
      ])
    await ownerDoes(onAdjustment(mended), adjustment.id)
    expect(await verify()).toEqual([])
  })

  test('a posted adjustment that is a draft again, and a completed receipt that is open', async () => {
    const adjusted = (state: string) =>
      ownerDoes(
        'update tenant.adjustments set state = $2 where adjustment_id = $1',
        adjustment.id,
        state,
      )
    const received = (state: string) =>
      ownerDoes('update tenant.receipts set state = $2 where receipt_id = $1', receipt.id, state)
    await adjusted('draft')
    await received('open')
    for (const kind of ['full', 'incremental'] as const)
      expect(await verify(kind)).toMatchObject([
        { rule: 'I14', subject: `receipt ${receipt.number}`, actual: 'open' },
        { rule: 'I14', subject: `adjustment ${adjustment.number}`, actual: 'draft' },
      ])
    await adjusted('posted')
    await received('completed')
    expect(await verify()).toEqual([])
  })
})

describe('that the database no longer keeps platforms apart is found:', () => {
  test.each([
    [
      'row-level security off',
      'alter table tenant.stock_buckets disable row level security',
      'alter table tenant.stock_buckets enable row level security',
      { subject: 'stock_buckets', expected: 'row-level security', actual: 'off' },
    ],
    [
      'row-level security not forced',
      'alter table tenant.receipts no force row level security',
      'alter table tenant.receipts force row level security',
      { subject: 'receipts', expected: 'row-level security', actual: 'not forced' },
    ],
    [
      'row-level security of the audit log off',
      'alter table audit.audit_log disable row level security',
      'alter table audit.audit_log enable row level security',
      { subject: 'audit_log', expected: 'row-level security', actual: 'off' },
    ],
    [
      'a policy that admits all',
      'create policy leak on tenant.lots for select to stowage_app using (true)',
      'drop policy leak on tenant.lots',
      { subject: 'lots', expected: 'a policy for rows', actual: 'leak admits all' },
    ],
    [
      'a trigger off',
      'alter table audit.audit_log disable trigger note_values',
      'alter table audit.audit_log enable trigger note_values',
      { subject: 'audit_log', expected: 'triggers on', actual: '1 off' },
    ],
    [
      'a trigger for replication off',
      'alter table tenant.members enable trigger require_home',
      'alter table tenant.members enable replica trigger require_home',
      { subject: 'members', expected: 'triggers on', actual: '1 off' },
    ],
  ])('%s', async (_, broken, mended, found) => {
    await ownerDoes(broken)
    const violations = await verify()
    await ownerDoes(mended)
    expect(violations).toMatchObject([{ rule: 'I17', ...found }])
    expect(await verify()).toEqual([])
  })
})

test('the check of the night finds it, says so and keeps it for the settings page', async () => {
  const own = await newWarehouse(app)
  const { sku } = await newItem(app, own)
  const { receipt } = (await receiveInto(app, own, { sku, qty: '3' })).body
  await ownerDoes(
    'update tenant.receipt_lines set qty_received = 4 where receipt_id = $1',
    receipt.id,
  )
  await runJob(app, verifyAllLedgers, {})
  const { runs } = (await app.call(integrity.verifyRuns, as(own))).body
  expect(runs[0]).toMatchObject({
    kind: 'full',
    ok: false,
    violations: [{ rule: 'I14', subject: expect.stringContaining(receipt.number) as string }],
  })
  const logged = (await eventsOf(app, own.platform.id)).at(-1)
  expect(logged).toMatchObject({ action: 'STOCK_VERIFIED', outcome: 'failure' })
})
