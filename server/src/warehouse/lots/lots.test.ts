import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { as, levelOf, newItem, receiveInto, violations } from '../../../test/fixtures.ts'
import { setupApp } from '../../../test/app.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { lots, warehouses, stockViews, stock } = api.warehouse
const { labels } = api.workspace
const { events } = api.workspace
const { app, site } = await setupSite(await setupApp())

test('the expiry of a lot is corrected once, where it is shown, by its own workspace', async () => {
  const { sku } = await newItem(app, site, { tracking: 'lot' })
  await receiveInto(app, site, { sku, qty: '1', lotCode: 'FIX', expiresOn: '2090-01-01' })
  const rows = await arrange(app, "select lot_id from tenant.lots where code = 'FIX'", [])
  const lotId = String(rows[0]?.['lot_id'])
  const at = { ...as(site), params: { ...site.params, lotId } }
  const body = { version: 1, expiresOn: '2091-02-03' }
  const other = await newWarehouse(app)
  const foreign = { ...as(other), params: { ...other.params, lotId } }
  expect((await app.call(lots.lot, foreign)).status).toBe(404)
  expect((await app.call(lots.updateLot, { ...foreign, body })).status).toBe(404)
  const saved = await app.call(lots.updateLot, { ...at, body })
  expect(saved.body.lot).toMatchObject({ expiresOn: '2091-02-03', version: 2 })
  const late = await app.call(lots.updateLot, { ...at, body })
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict', currentVersion: 2 } })
  const { body: found } = await app.call(stockViews.buckets, { ...as(site), query: { lot: 'FIX' } })
  expect(found.items).toMatchObject([{ expiresOn: '2091-02-03' }])
})

/** A lot with five in A-01 and two in A-02. */
async function lotOf(code: string, expiresOn = '2090-01-01') {
  const item = await newItem(app, site, { tracking: 'lot' })
  for (const [location, qty] of [
    ['A-01', '5'],
    ['A-02', '2'],
  ] as const)
    await receiveInto(app, site, {
      sku: item.sku,
      qty,
      location,
      lotCode: code,
      expiresOn,
    })
  const { body } = await app.call(lots.list, { ...as(site), query: { variant: item.id } })
  const [lot] = body.items
  if (!lot) throw new Error('no lot')
  return { item, lot }
}
const at = (lotId: string) => ({ ...as(site), params: { ...site.params, lotId } })
const inDays = (days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const refusalOf = ({ status, body }: { status: number; body: object }) => [
  status,
  (body as { code?: string }).code,
]

test('lots are listed by expiry, narrowed, paged and exported', async () => {
  const late = await lotOf('LIST-LATE', inDays(70))
  const soon = await lotOf('LIST-SOON', inDays(20))
  const past = await newItem(app, site, { tracking: 'lot' })
  const expired = { sku: past.sku, qty: '1', lotCode: 'LIST-PAST', expiresOn: inDays(-2) }
  await receiveInto(app, site, { ...expired, status: 'expired' })
  const listed = async (query: Record<string, string>) =>
    (await app.call(lots.list, { ...as(site), query: { q: 'LIST-', ...query } })).body
  const codes = async (query: Record<string, string> = {}) =>
    (await listed(query)).items.map(({ code }) => code)
  expect(await codes()).toEqual(['LIST-PAST', 'LIST-SOON', 'LIST-LATE'])
  expect((await listed({})).items[1]).toMatchObject({
    sku: soon.item.sku,
    onHand: '7',
    locations: 2,
    daysLeft: 20,
    state: 'active',
  })
  expect(await codes({ expiry: 'expired' })).toEqual(['LIST-PAST'])
  expect(await codes({ expiry: '30' })).toEqual(['LIST-SOON'])
  expect(await codes({ expiry: '90' })).toEqual(['LIST-SOON', 'LIST-LATE'])
  expect(await codes({ variant: late.item.id })).toEqual(['LIST-LATE'])
  expect(await codes({ state: 'hold' })).toEqual([])
  expect(await codes({ sort: '-code', limit: '2' })).toEqual(['LIST-SOON', 'LIST-PAST'])
  const { next } = await listed({ limit: '2' })
  expect(await codes({ limit: '2', cursor: next ?? '' })).toEqual(['LIST-LATE'])
  const file = await app.call(lots.list, { ...as(site), query: { q: 'LIST-S', format: 'csv' } })
  expect(String(file.body)).toContain(`LIST-SOON,${soon.item.sku}`)
})

test('a lot on hold takes its stock with it, and gives it back', async () => {
  const { item, lot } = await lotOf('HELD')
  const held = await app.call(lots.hold, {
    ...at(lot.id),
    body: { version: 1, note: 'Cracked seals' },
  })
  expect(held.body.lot).toMatchObject({ state: 'hold', version: 2, onHand: '7' })
  expect(await levelOf(app, item.id)).toMatchObject({ on_hand: '7', unavailable: '7' })
  const line = { sku: item.sku, qty: '1', lotCode: 'HELD' }
  expect(refusalOf(await receiveInto(app, site, line))).toEqual([409, 'lot_on_hold'])
  expect(refusalOf(await receiveInto(app, site, { ...line, status: 'hold' }))[0]).toBe(201)
  const move = {
    lines: [{ ...line, fromLocationId: site.a01.id, status: 'hold', toStatus: 'available' }],
  }
  expect(refusalOf(await app.call(stock.move, { ...as(site), body: move }))).toEqual([
    409,
    'lot_on_hold',
  ])
  const again = await app.call(lots.hold, { ...at(lot.id), body: { version: 2 } })
  expect(refusalOf(again)).toEqual([409, 'invalid_transition'])
  const stale = await app.call(lots.release, { ...at(lot.id), body: { version: 1 } })
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', currentVersion: 2 },
  })
  const free = await app.call(lots.release, { ...at(lot.id), body: { version: 2 } })
  expect(free.body.lot).toMatchObject({ state: 'active', version: 3 })
  expect(await levelOf(app, item.id)).toMatchObject({ on_hand: '8', unavailable: '0' })
  const recalled = await app.call(lots.recall, {
    ...at(lot.id),
    body: { version: 3, note: 'Supplier notice 7' },
  })
  expect(recalled.body.lot.state).toBe('recalled')
  const back = await app.call(lots.release, { ...at(lot.id), body: { version: 4 } })
  expect(refusalOf(back)).toEqual([409, 'invalid_transition'])
  const { body: told } = await app.call(events.list, { ...as(site), query: { limit: '200' } })
  const types = told.items.filter(({ subject }) => subject.id === lot.id).map(({ type }) => type)
  expect(types).toEqual(['lot.held', 'lot.released', 'lot.recalled'])
  const entries = await arrange(
    app,
    `select action from audit.audit_log where target_id = $1 order by created_at, id`,
    [lot.id],
  )
  expect(entries.map(({ action }) => action)).toEqual(['LOT_HELD', 'LOT_RELEASED', 'LOT_RECALLED'])
  expect(await violations(app, site)).toEqual([])
})

test('a lot with stock out of sight is not put on hold by halves', async () => {
  const { lot } = await lotOf('PART')
  const { body } = await app.call(warehouses.create, {
    ...as(site),
    body: { code: 'PART', name: 'Part' },
  })
  const member = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
  await arrange(
    app,
    `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
     values ($1, $2, $3)`,
    [site.platform.id, member.id, body.warehouse.id],
  )
  const by = { params: { ...site.params, lotId: lot.id }, token: member.token }
  const seen = await app.call(lots.lot, { ...by, query: {} })
  expect(seen.body.lot).toMatchObject({ onHand: '0', locations: 0 })
  const refused = await app.call(lots.hold, { ...by, body: { version: 1 } })
  expect(refusalOf(refused)).toEqual([422, 'permission_denied'])
  expect((await app.call(lots.lot, at(lot.id))).body.lot.state).toBe('active')
})

test('a lot has a label with what it is, when it expires and a symbol that says both', async () => {
  const { lot, item } = await lotOf('LABEL-1')
  const body = { template: 'lot', ids: [lot.id], format: 'html' }
  const drawn = String((await app.call(labels.print, { ...as(site), body })).body)
  for (const said of [item.sku, 'LABEL-1', '2090-01-01']) expect(drawn).toContain(said)
  const missing = { ...body, ids: [item.id] }
  expect((await app.call(labels.print, { ...as(site), body: missing })).status).toBe(404)
})
