import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Adjustment } from '@stowage/contract/warehouse/adjustments'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal, sharedApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import {
  adjustAt,
  as,
  levelOf,
  newItem,
  receiveInto,
  stocked,
  violations,
  type Site,
} from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { adjustments } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)
afterAll(async () => {
  const wrong = await violations(app, site)
  expect(wrong).toEqual([])
})

const at = ({ id }: Pick<Adjustment, 'id'>, own: Pick<Site, 'params' | 'token'> = site) => ({
  ...as(own),
  params: { ...own.params, adjustmentId: id },
})

describe('a draft', () => {
  test('is posted, cancelled or undone, each once', async () => {
    const { sku, id } = await stocked(app, site)
    const draft = async () =>
      (await adjustAt(app, site, { sku, qty: '-2' }, { post: false })).body.adjustment
    const [first, second] = [await draft(), await draft()]
    expect(first).toMatchObject({ state: 'draft', moveId: null, lines: [{ before: null }] })
    expect(await levelOf(app, id)).toMatchObject({ on_hand: '10' })
    const posted = await app.call(adjustments.submit, { ...at(first), body: { version: 1 } })
    expect(posted.body.adjustment).toMatchObject({
      state: 'posted',
      version: 2,
      lines: [{ before: '10', after: '8' }],
    })
    expect((await app.call(adjustments.details, at(first))).body).toMatchObject(posted.body)
    const stale = await app.call(adjustments.submit, { ...at(first), body: { version: 1 } })
    expect([...refusal(stale), stale.body['currentVersion']]).toEqual([409, 'version_conflict', 2])
    const undone = await app.call(adjustments.reverse, { ...at(first), body: { version: 2 } })
    expect(undone.body.adjustment.state).toBe('reversed')
    expect(await levelOf(app, id)).toMatchObject({ on_hand: '10' })
    const gone = await app.call(adjustments.cancel, { ...at(second), body: { version: 1 } })
    expect(gone.body.adjustment.state).toBe('cancelled')
    for (const route of [adjustments.submit, adjustments.approve, adjustments.reject])
      expect((await app.call(route, { ...at(second), body: { version: 2 } })).body).toMatchObject({
        code: 'invalid_transition',
        blockers: [{ from: 'cancelled', allowed: [] }],
      })
    const told = (await eventsOf(app, site.platform.id)).filter(
      (one) => one['target_id'] === first.id,
    )
    expect(told.map((one) => one['action'])).toEqual([
      'ADJUSTMENT_CREATED',
      'ADJUSTMENT_POSTED',
      'ADJUSTMENT_REVERSED',
    ])
  })

  test('that found goods is not undone once they have gone', async () => {
    const { sku } = await newItem(app, site)
    const found = await adjustAt(app, site, { sku, qty: '4' }, { reasonCode: 'found' })
    await adjustAt(app, site, { sku, qty: '-3' })
    const undo = await app.call(adjustments.reverse, {
      ...at(found.body.adjustment),
      body: { version: 1 },
    })
    expect(undo.body).toMatchObject({ code: 'reversal_blocked', blockers: [{ missing: '3' }] })
  })
})

test('a draft is posted as such only where nobody has to approve it', async () => {
  const own = await newWarehouse(app)
  const { sku } = await stocked(app, own)
  const limit = { adjustApprovalAbove: '3.00', version: 1 }
  await app.call(api.warehouse.settings.updateWarehouse, { ...as(own), body: limit })
  const rights = ['stock.read', 'stock.adjust.create']
  const author = await app.newMember(own.owner, own.platform, { role: 'x', permissions: rights })
  const draft = async (qty: string) =>
    (await adjustAt(app, own, { sku, qty }, { by: author, post: false })).body.adjustment
  const post = (adjustment: Adjustment, version: number) =>
    app.call(adjustments.post, {
      ...at(adjustment, { ...own, token: author.token }),
      body: { version },
    })
  const [small, big] = [await draft('-2'), await draft('-4')]
  const stale = await post(small, 2)
  expect([...refusal(stale), stale.body['currentVersion']]).toEqual([409, 'version_conflict', 1])
  expect((await post(small, 1)).body.adjustment).toMatchObject({
    state: 'posted',
    version: 2,
    lines: [{ before: '10', after: '8' }],
  })
  const way = { type: 'adjustment', from: 'draft', to: 'posted' }
  const refused = await post(big, 1)
  expect(refusal(refused)).toEqual([409, 'invalid_transition'])
  expect(refused.body['blockers']).toEqual([{ ...way, allowed: ['pending_approval', 'cancelled'] }])
  const handed = await app.call(adjustments.submit, { ...at(big, own), body: { version: 1 } })
  expect(handed.body.adjustment.state).toBe('posted')
  expect((await post(big, 2)).body).toMatchObject({
    code: 'invalid_transition',
    blockers: [{ from: 'posted', to: 'posted', allowed: ['reversed'] }],
  })
  const waiting = await adjustAt(app, own, { sku, qty: '-4' }, { by: author })
  expect(waiting.body.adjustment.state).toBe('pending_approval')
  expect((await post(waiting.body.adjustment, 1)).body).toMatchObject({
    code: 'invalid_transition',
    blockers: [{ from: 'pending_approval', to: 'posted', allowed: ['draft'] }],
  })
})

describe('worth more than a member may post alone', () => {
  test('it waits for somebody else', async () => {
    const own = await newWarehouse(app)
    const { sku } = await newItem(app, own)
    await receiveInto(app, own, { sku, qty: '10', unitCost: '2.00' })
    const settings = { adjustApprovalAbove: '8.00', separateDuties: true, version: 1 }
    await app.call(api.warehouse.settings.updateWarehouse, { ...as(own), body: settings })
    const rights = ['stock.read', 'stock.adjust.create', 'stock.adjust.approve']
    const [author, chief] = [
      await app.newMember(own.owner, own.platform, { role: 'x', permissions: rights }),
      await app.newMember(own.owner, own.platform, { role: 'x', permissions: rights }),
    ]
    const by = (token: string, adjustment: Adjustment) => at(adjustment, { ...own, token })
    const small = await adjustAt(app, own, { sku, qty: '-4' }, { by: author })
    expect(small.body.adjustment.state).toBe('posted')
    const big = (await adjustAt(app, own, { sku, qty: '-5' }, { by: author })).body.adjustment
    expect(big).toMatchObject({ state: 'pending_approval', moveId: null })
    const self = await app.call(adjustments.approve, {
      ...by(author.token, big),
      body: { version: 1 },
    })
    expect(refusal(self)).toEqual([422, 'self_approval'])
    const back = await app.call(adjustments.reject, {
      ...by(chief.token, big),
      body: { version: 1 },
    })
    expect(back.body.adjustment).toMatchObject({ state: 'draft', version: 2 })
    const again = await app.call(adjustments.submit, {
      ...by(author.token, big),
      body: { version: 2 },
    })
    expect(again.body.adjustment).toMatchObject({ state: 'pending_approval', version: 3 })
    const twice = await app.call(adjustments.submit, {
      ...by(author.token, big),
      body: { version: 3 },
    })
    expect(refusal(twice)).toEqual([409, 'invalid_transition'])
    const done = await app.call(adjustments.approve, {
      ...by(chief.token, big),
      body: { version: 3 },
    })
    expect(done.body.adjustment).toMatchObject({
      state: 'posted',
      lines: [{ before: '6', after: '1' }],
    })
    const alone = await adjustAt(app, own, { sku, qty: '20' }, { reasonCode: 'found' })
    expect(alone.body.adjustment.state).toBe('posted')
    expect(await violations(app, own)).toEqual([])
  })
})

test('A10 A11 what happened earlier takes the right, and nothing happens tomorrow', async () => {
  const { sku } = await newItem(app, site)
  const clerk = await app.newMember(site.owner, site.platform, { role: 'inventory_controller' })
  const on = (days: number) => ({
    effectiveAt: new Date(Date.now() + days * 86_400_000).toISOString(),
  })
  await receiveInto(app, site, { sku, qty: '10' }, on(-2))
  const denied = await adjustAt(app, site, { sku, qty: '-1' }, { ...on(-1), by: clerk })
  expect(denied.body).toMatchObject({
    code: 'permission_denied',
    details: [{ message: 'stock.backdate' }],
  })
  expect(refusal(await adjustAt(app, site, { sku, qty: '-1' }, on(1)))).toEqual([
    422,
    'future_date_refused',
  ])
  const dated = await adjustAt(app, site, { sku, qty: '-1' }, on(-1))
  const [move] = await arrange(
    app,
    `select effective_at < recorded_at - interval '23 hours' as earlier from tenant.stock_moves where move_id = $1`,
    [dated.body.adjustment.moveId],
  )
  expect(move).toEqual({ earlier: true })
})

test('A18 a viewer corrects nothing', async () => {
  const { sku } = await stocked(app, site)
  const viewer = await app.newMember(site.owner, site.platform, { role: 'viewer' })
  const answer = await adjustAt(app, site, { sku, qty: '-1' }, { by: viewer })
  expect(answer.body).toMatchObject({
    code: 'permission_denied',
    details: [{ message: 'stock.adjust.create' }],
  })
})

test('A19 A20 what is out of sight or of another platform is nothing', async () => {
  const { sku } = await stocked(app, site)
  const { adjustment } = (await adjustAt(app, site, { sku, qty: '-1' }, { post: false })).body
  const other = await newWarehouse(app)
  const steps = [
    adjustments.submit,
    adjustments.approve,
    adjustments.reject,
    adjustments.cancel,
    adjustments.reverse,
  ]
  const answersTo = async (own: Pick<Site, 'params' | 'token'>, id: string, known = sku) => {
    const answers = [
      await app.call(adjustments.details, at({ id }, own)),
      ...(await Promise.all(
        steps.map((route) => app.call(route, { ...at({ id }, own), body: { version: 1 } })),
      )),
      await adjustAt(
        app,
        { ...other, ...own },
        { sku: known, qty: '-1' },
        { warehouseId: site.warehouse.id },
      ),
    ]
    return answers.map(({ status, body: { requestId: _, ...rest } }) => [status, rest])
  }
  const { sku: known } = await newItem(app, other)
  const theirs = await answersTo(other, adjustment.id, known)
  expect(theirs.map(([status]) => status)).toEqual([...steps, 1, 1].map(() => 404))
  expect((await answersTo(other, randomUUID())).slice(0, -1)).toEqual(theirs.slice(0, -1))
  const east = await app.call(api.warehouse.warehouses.create, {
    ...as(site),
    body: { code: 'EAST', name: 'East' },
  })
  const member = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: member.id },
    body: { warehouseIds: [east.body.warehouse.id] },
  })
  const limited = { params: site.params, token: member.token }
  expect(await answersTo(limited, adjustment.id)).toEqual(theirs)
  expect((await app.call(adjustments.list, limited)).body.items).toEqual([])
})
