import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { breaking, findingsOf } from '../../../test/breaking.ts'
import { stocked } from '../../../test/fixtures.ts'
import { newKit } from '../../../test/kit-calls.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { openOwner } from '../../../test/owner.ts'
import { packedOf, ship } from '../../../test/pack-calls.ts'
import { runJob } from '../../../test/run-job.ts'
import { setupApp } from '../../../test/app.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { verifyAllLedgers } from './jobs.ts'

const { app, site } = await setupSite(await setupApp())

const found = () => findingsOf(app, site)
const brokenBy = breaking(app, site)
const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
const order = await orderOf(app, site, mug.sku, '4')
const level = `${site.warehouse.id}/${mug.id}`

test('I4 a level that is not the sum of its claims', async () => {
  const set = (by: string) =>
    `update tenant.stock_levels set reserved = reserved ${by} where variant_id = $1`
  expect(await brokenBy(set('+ 1'), set('- 1'), [mug.id])).toEqual([`I4 ${level}`])
})

test('I10 stock that lies beside who waits', async () => {
  const set = (promised: string, waiting: string) => `
    with level as (
      update tenant.stock_levels set reserved = reserved ${promised}, backordered = backordered ${waiting}
      where variant_id = $1)
    update tenant.reservations set promised = promised ${promised}, backordered = backordered ${waiting}
    where variant_id = $1`
  expect(await brokenBy(set('- 1', '+ 1'), set('+ 1', '- 1'), [mug.id])).toEqual([`I10 ${level}`])
})

test('I18 parts of a kit that make no whole kit, and a kit that waits although all of it is there', async () => {
  const [cup, lid] = [await stocked(app, site), await stocked(app, site)]
  const kit = await newKit(app, site, [
    { sku: cup.sku, qty: '2' },
    { sku: lid.sku, qty: '1' },
  ])
  const made = await orderOf(app, site, kit.sku, '2')
  const line = `I18 kit line ${made.lines[0]?.id}`
  const set = (ids: string, promised: string, waiting: string) => `
    with level as (
      update tenant.stock_levels
      set reserved = reserved ${promised}, backordered = backordered ${waiting}
      where variant_id in (${ids}))
    update tenant.reservations
    set promised = promised ${promised}, backordered = backordered ${waiting}
    where variant_id in (${ids})`
  const loose = [set('$1', '- 1', '+ 1'), set('$1', '+ 1', '- 1')] as const
  expect(await brokenBy(...loose, [cup.id])).toEqual([line])
  const waits = [set('$1, $2', '- 2', '+ 2'), set('$1, $2', '+ 2', '- 2')] as const
  expect(await brokenBy(...waits, [cup.id, lid.id])).toEqual([line])
})

test('I11 a line that is not promised what it asks for', async () => {
  const set = (qty: number) => `update tenant.order_lines set qty = ${qty} where order_id = $1`
  expect(await brokenBy(set(5), set(4), [order.id])).toEqual([`I11 order ${order.number} line 1`])
})

test('I14 a claim of nobody', async () => {
  const set = (type: string) =>
    `update tenant.reservations set source_type = '${type}' where source_id = $1`
  const broken = await brokenBy(set('manual'), set('order_line'), [order.lines[0]?.id])
  expect(broken).toEqual([
    `I11 order ${order.number} line 1`,
    expect.stringMatching(/^I14 claim \d+$/),
  ])
})

test('I12, I14 packages, claims and orders that differ from what was shipped', async () => {
  const cup = await stocked(app, site)
  const { order: of, fulfillmentId, number } = await packedOf(app, site, cup.sku, '2')
  const { shipment } = (await ship(app, site, fulfillmentId)).body
  const packed = (qty: number) =>
    `update tenant.package_lines set qty = ${qty} where fulfillment_id = $1`
  expect(await brokenBy(packed(3), packed(2), [fulfillmentId])).toEqual([
    expect.stringMatching(/^I12 claim \d+$/),
    `I12 fulfillment ${number} line 1`,
  ])
  const share = (text: string) =>
    `update tenant.orders set fulfillment_state = '${text}' where order_id = $1`
  expect(await brokenBy(share('partial'), share('full'), [of.id])).toEqual([
    `I12 order ${of.number}`,
  ])
  const state = (text: string) =>
    `update tenant.shipments set state = '${text}' where shipment_id = $1`
  expect(await brokenBy(state('voided'), state('shipped'), [shipment.id])).toEqual([
    `I14 fulfillment ${number}`,
    `I14 shipment ${shipment.number}`,
  ])
})

test('I15 a version without its event', async () => {
  const set = (version: number) =>
    `update tenant.orders set version = ${version} where order_id = $1`
  expect(await brokenBy(set(2), set(1), [order.id])).toEqual([
    `I15 order ${order.number} version 2`,
  ])
})

test('I15 an event without its entry in the log, also at night', async () => {
  const event = `update tenant.tenant_events
    set payload = jsonb_set(payload, '{requestId}', to_jsonb($2::text))
    where subject_id = $1 and type = 'order.confirmed'`
  const owner = await openOwner(app)
  const [row] = await owner.rowsOf<{ id: string }>(
    `select payload ->> 'requestId' as id from tenant.tenant_events
     where subject_id = $1 and type = 'order.confirmed'`,
    [order.id],
  )
  await owner.close()
  await arrange(app, event, [order.id, 'nobody'])
  expect(await found()).toEqual([`I15 order ${order.number} version 1`])
  app.clock.advance(26 * 3_600_000)
  await runJob(app, verifyAllLedgers, {})
  const [told] = await arrange(
    app,
    `select violations from tenant.verify_runs where platform_id = $1 order by started_at desc limit 1`,
    [site.platform.id],
  )
  expect(told).toMatchObject({ violations: [{ rule: 'I15' }] })
  await arrange(app, event, [order.id, row?.id])
})
