import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { adjustAt, as, levelOf, stocked } from '../../../test/fixtures.ts'

const { adjustments, settings } = api.warehouse

const { app, site } = await setupSite()

async function draft(line: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const { body } = await adjustAt(app, site, line, { post: false, note: 'first', ...more })
  const { adjustment } = body
  const at = { ...as(site), params: { ...site.params, adjustmentId: adjustment.id } }
  const change = (version: number, change: Record<string, unknown>, token = site.token) =>
    app.call(adjustments.update, { ...at, token, body: { version, ...change } })
  return { adjustment, at, change }
}

test('a draft is edited: lines, reason, note and day; posted, it does what it says by then', async () => {
  const [one, other] = [await stocked(app, site), await stocked(app, site)]
  const { adjustment, at, change } = await draft({ sku: one.sku, qty: '-2' })
  const noted = await change(1, { note: 'second', effectiveAt: '2026-01-02T03:04:05.000Z' })
  expect([noted.status, noted.body.adjustment]).toMatchObject([
    200,
    {
      state: 'draft',
      version: 2,
      note: 'second',
      reasonCode: 'damaged',
      effectiveAt: '2026-01-02T03:04:05.000Z',
      lines: [{ sku: one.sku, qty: '-2' }],
    },
  ])
  const lines = [
    { sku: other.sku, location: 'A-01', mode: 'delta', qty: '3' },
    { sku: one.sku, location: 'A-01', mode: 'delta', qty: '1' },
  ]
  const turned = await change(2, { lines, reasonCode: 'found', effectiveAt: null })
  expect(turned.body.adjustment).toMatchObject({
    reasonCode: 'found',
    note: 'second',
    effectiveAt: null,
    version: 3,
    lines: [
      { lineNo: 1, sku: other.sku, qty: '3' },
      { lineNo: 2, sku: one.sku, qty: '1' },
    ],
  })
  expect((await app.call(adjustments.details, at)).body.adjustment).toMatchObject(
    turned.body.adjustment,
  )
  await app.call(adjustments.submit, { ...at, body: { version: 3 } })
  expect([await levelOf(app, one.id), await levelOf(app, other.id)]).toMatchObject([
    { on_hand: '11' },
    { on_hand: '13' },
  ])
  const told = (await eventsOf(app, site.platform.id)).filter(
    (each) => each['target_id'] === adjustment.id,
  )
  expect(told.map(({ action, metadata }) => [action, metadata])).toMatchObject([
    ['ADJUSTMENT_CREATED', { lines: 1 }],
    ['ADJUSTMENT_UPDATED', { lines: 1, changed: { note: { from: 'first', to: 'second' } } }],
    ['ADJUSTMENT_UPDATED', { lines: 2, changed: { reasonCode: { from: 'damaged', to: 'found' } } }],
    ['ADJUSTMENT_POSTED', { lines: 2 }],
  ])
})

test('an edit that does not suit, is late, or comes after the draft changes nothing', async () => {
  const { sku } = await stocked(app, site)
  const { at, change } = await draft({ sku, qty: '-2' })
  const wrong = [
    await change(1, { reasonCode: 'found' }),
    await change(1, { reasonCode: 'no_such' }),
    await change(1, { lines: [] }),
    await change(1, { lines: [{ sku, location: 'A-01', mode: 'delta', qty: '2' }] }),
    await change(1, { lines: [{ sku: 'NOPE', location: 'A-01', mode: 'delta', qty: '-2' }] }),
  ]
  expect(
    wrong.map(({ body }) => [body['code'], (body['details'] as { path: string }[])[0]?.path]),
  ).toEqual([
    ['reason_unknown', 'reasonCode'],
    ['reason_unknown', 'reasonCode'],
    ['validation_failed', 'lines'],
    ['reason_unknown', 'reasonCode'],
    ['validation_failed', 'lines.0.sku'],
  ])
  const stale = await change(4, { note: 'x' })
  expect([...refusal(stale), stale.body['currentVersion']]).toEqual([409, 'version_conflict', 1])
  expect((await app.call(adjustments.details, at)).body.adjustment).toMatchObject({
    version: 1,
    note: 'first',
    lines: [{ qty: '-2' }],
  })
  await app.call(adjustments.submit, { ...at, body: { version: 1 } })
  expect((await change(2, { note: 'x' })).body).toMatchObject({
    code: 'invalid_transition',
    blockers: [{ type: 'adjustment', from: 'posted', to: 'draft', allowed: ['reversed'] }],
  })
})

test('who may not date back may not do so in a draft, and who edited it does not approve it', async () => {
  const { sku } = await stocked(app, site, { qty: '100' })
  const clerk = await app.newMember(site.owner, site.platform, {
    permissions: ['stock.read', 'stock.adjust.create', 'stock.adjust.approve'],
  })
  const { at, change } = await draft({ sku, qty: '-1' })
  const dated = await change(1, { effectiveAt: '2026-01-01T00:00:00Z' }, clerk.token)
  expect(refusal(dated)).toEqual([422, 'permission_denied'])
  const { body } = await app.call(settings.warehouse, as(site))
  await app.call(settings.updateWarehouse, {
    ...as(site),
    body: { adjustApprovalAbove: '1', separateDuties: true, version: body.settings.version },
  })
  const lines = [{ sku, location: 'A-01', mode: 'delta', qty: '-50' }]
  const edited = await change(1, { lines }, clerk.token)
  expect(edited.body.adjustment.editedBy).toHaveLength(1)
  const mine = { ...at, token: clerk.token }
  const sent = await app.call(adjustments.submit, { ...mine, body: { version: 2 } })
  expect(sent.body.adjustment.state).toBe('pending_approval')
  const approved = await app.call(adjustments.approve, { ...mine, body: { version: 3 } })
  expect(refusal(approved)).toEqual([422, 'self_approval'])
})
