import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { purgePlatforms } from '../../src/platforms/directory/jobs.ts'
import { flushCalls } from '../../src/platforms/directory/count-call.ts'
import { sendDue } from '../../src/workspace/webhooks/send-due.ts'
import { loadDemo } from '../../src/demo/jobs.ts'
import { newApiKey } from '../api-keys.ts'
import { setupApp } from '../app.ts'
import { arrange } from '../arrange.ts'
import { as, newItem } from '../fixtures.ts'
import { checked, csv } from '../imports.ts'
import { inviting } from '../invitations.ts'
import { png, upload } from '../pictures.ts'
import { runJob } from '../run-job.ts'
import { createSamples } from '../samples.ts'
import { runWaveJob } from '../wave-calls.ts'
import { startWorkerFor } from '../worker-for.ts'

const day = 86_400_000
const { demo } = api.demo
const { locations, warehouses, receiving, reservations, settings, integrity } = api.warehouse

/** Tables that keep rows of a deleted platform, and why. */
const kept = {
  // Its owner reads who deleted what, until the log itself is old enough.
  'audit.audit_log': 'always',
  'audit.audit_values': 'always',
  // A path is there as long as in slug_history.
  'directory.slugs': 'a year',
  // Refused after minutes and removed by age, for operators and members alike.
  'identity.login_challenges': 'always',
  // The path stays closed to others for a year.
  'tenant.platforms': 'a year',
  'tenant.slug_history': 'a year',
}
const app = await setupApp({ WEBHOOK_ALLOW: '127.0.0.1' })

async function newWorkspace() {
  const owner = await app.newOperator()
  const platform = await app.newPlatform(owner)
  const params = { slug: platform.slug, platformId: platform.id }
  const { body } = await app.call(api.platforms.tenantSessions.login, { params, body: owner })
  return { owner, platform, params, token: body.tokens.accessToken }
}
type Workspace = Awaited<ReturnType<typeof newWorkspace>>

/** Tables that only an installation with several databases fills. */
const ofCells = ['directory.moves', 'directory.operations', 'directory.platforms']

/** Every table with a row of the platform, of all other tables that have its id as a column. */
async function filledTables(platformId: string): Promise<Map<string, boolean>> {
  const tables = await arrange(
    app,
    `select n.nspname || '.' || c.relname as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'platform_id' and not a.attisdropped
     where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
     order by 1`,
  )
  const questions = tables
    .filter(({ name }) => !ofCells.includes(String(name)))
    .map(
      ({ name }) =>
        `select '${name}' as name, exists (select from ${name} where platform_id = $1) as filled`,
    )
  const answers = await arrange(app, questions.join(' union all '), [platformId])
  return new Map(answers.map(({ name, filled }) => [String(name), filled === true]))
}

const tablesWhere = async (platformId: string, filled: boolean) =>
  [...(await filledTables(platformId))].filter((each) => each[1] === filled).map(([name]) => name)

async function succeed<Given extends { status: number; body: unknown }>(call: Promise<Given>) {
  const given = await call
  if (given.status >= 300) throw new Error(`${given.status}: ${JSON.stringify(given.body)}`)
  return given.body as Given['body']
}

/** The example data, under first in, first out, which also keeps layers of cost. */
async function loadExample(at: Workspace) {
  const fifo = { costingMethod: 'fifo', version: 1 } as const
  await succeed(app.call(settings.updateWarehouse, { ...as(at), body: fifo }))
  await succeed(app.call(demo.load, { ...as(at), body: { size: 'small' } }))
  await runJob(app, loadDemo, { platformId: at.platform.id })
  const loaded = (await succeed(app.call(demo.show, as(at)))).demo
  expect(loaded).toMatchObject({ state: 'loaded', percent: 100 })
}

/** Members with a password, a link to reset it, an invitation, a warehouse, a table and a view. */
async function addMembers({ owner, platform, params, token }: Workspace) {
  const { email, id: memberId, token: own } = await app.newMember(owner, platform)
  const { forgot } = api.platforms.tenantPasswords
  await succeed(app.call(forgot, { params, body: { email } }))
  const worker = await startWorkerFor(app)
  await worker.settle()
  await worker.stop()
  await inviting(app).invited(owner, platform)
  const arrangement = { columns: [], hidden: [], density: 'compact' }
  const { save } = api.platforms.tableSettings
  const at = { ...params, table: 'stock' }
  await succeed(app.call(save, { params: at, token: own, body: arrangement }))
  const { create, setDefault } = api.workspace.savedViews
  const mine = { params, token: own }
  const saved = { screen: 'orders', name: 'Late', query: { view: 'late' } }
  const { view } = await succeed(app.call(create, { ...mine, body: saved }))
  const chosen = { screen: 'orders', viewId: view.id }
  await succeed(app.call(setDefault, { ...mine, body: chosen }))
  const [site] = (await succeed(app.call(warehouses.list, { params, token }))).items
  await succeed(
    app.call(settings.setMemberWarehouses, {
      params: { ...params, memberId },
      token,
      body: { warehouseIds: [site?.id ?? ''] },
    }),
  )
}

/** An item with a serial number, reserved and allocated. */
async function reserve(at: Workspace) {
  const { sku, id: variantId } = await newItem(app, at, { tracking: 'serial' })
  const [site] = (await succeed(app.call(warehouses.list, as(at)))).items
  const bin = { warehouseId: site?.id ?? '', code: 'PICK-01' }
  await succeed(app.call(locations.create, { ...as(at), body: bin }))
  const line = { sku, qty: '1', serials: [randomUUID()], location: bin.code, unitCost: '1' }
  const body = { warehouseId: site?.id, complete: true, lines: [line] }
  await succeed(app.call(receiving.create, { ...as(at), body }))
  const { sku: free } = await newItem(app, at)
  const more = { sku: free, qty: '1', location: bin.code }
  const receipt = { warehouseId: site?.id, complete: true, lines: [more] }
  await succeed(app.call(receiving.create, { ...as(at), body: receipt }))
  const byHand = { warehouseId: site?.id ?? '', sku: free, qty: '1' }
  await succeed(app.call(reservations.create, { ...as(at), body: byHand }))
  const wish = { lineNo: 1, warehouseId: site?.id, variantId, qty: '1' }
  const source = { sourceType: 'manual', sourceId: randomUUID() }
  await arrange(app, `select stock.promise($1, $2, 'strict')`, [
    at.platform.id,
    JSON.stringify([{ ...wish, ...source }]),
  ])
  await arrange(
    app,
    `select stock.allocate($1, array(select reservation_id from tenant.reservations
       where platform_id = $1), 'fifo')`,
    [at.platform.id],
  )
}

/** Rows that no command writes yet, or only a sign-in with two steps. */
async function insertTheRest({ platform, owner }: Workspace) {
  await arrange(app, `insert into tenant.containers values ($1, gen_random_uuid(), 'P-1')`, [
    platform.id,
  ])
  await arrange(
    app,
    `insert into identity.login_challenges (token_hash, account_id, plane, platform_id, amr,
       auth_epoch, created_at, expires_at)
     values ('\\x00', $2, 'tenant', $1, '{pwd}', 0, now(), now())`,
    [platform.id, owner.user.id],
  )
}

/** An order of a customer for a kit, on hold. */
async function orderKit(at: Workspace) {
  const waits = { backorder: { policy: 'allow' } }
  const [kit, part] = [await newItem(app, at, waits), await newItem(app, at, waits)]
  await arrange(app, `update tenant.products set kind = 'virtual_kit' where product_id = $1`, [
    kit.productId,
  ])
  await succeed(
    app.call(api.warehouse.kits.save, {
      ...as(at),
      params: { ...at.params, variantId: kit.id },
      body: { components: [{ variantId: part.id, qty: '2' }] },
    }),
  )
  const { customer } = await succeed(
    app.call(api.orders.customers.create, { ...as(at), body: { code: 'C-1', name: 'Ada' } }),
  )
  const { order } = await succeed(
    app.call(api.orders.orders.create, {
      ...as(at),
      body: {
        customerId: customer.id,
        lines: [{ variantId: kit.id, qty: '1' }],
        confirm: { mode: 'backorder' },
      },
    }),
  )
  const { hold } = api.orders.orders
  const params = { ...at.params, orderId: order.id }
  await succeed(app.call(hold, { ...as(at), params, body: { version: 1, kind: 'manual' } }))
}

/** Releases an order with a wave in the first warehouse that has something of it, and batches it. */
async function batchInWave(at: Workspace, orderId: string): Promise<string> {
  const { orders, waves, batches, fulfillments } = api.orders
  const params = { ...at.params, orderId }
  const { order } = await succeed(app.call(orders.details, { ...as(at), params }))
  const claims = order.lines.flatMap((line) => line.claims)
  const warehouseId = claims.find(({ promised }) => promised !== '0')?.warehouseId ?? ''
  const { wave } = await succeed(
    app.call(waves.create, { ...as(at), body: { warehouseId, filter: { orderIds: [orderId] } } }),
  )
  await succeed(
    app.call(waves.release, {
      ...as(at),
      params: { ...at.params, waveId: wave.id },
      body: { version: wave.version },
    }),
  )
  await runWaveJob(app, wave.id)
  const found = await succeed(
    app.call(fulfillments.list, { ...as(at), query: { wave: wave.id } as never }),
  )
  const fulfillmentId = found.items[0]?.id ?? ''
  const body = { warehouseId, method: 'batch', fulfillmentIds: [fulfillmentId] }
  await succeed(app.call(batches.create, { ...as(at), body: body as never }))
  return fulfillmentId
}

/** Releases an order of the example with a wave, picks it in a batch, packs and ships it. */
async function shipFirst(at: Workspace) {
  const { orders, fulfillments, picking, packing, shipping } = api.orders
  const { items } = await succeed(
    app.call(orders.list, { ...as(at), query: { view: 'to_release' } }),
  )
  const [{ id: orderId } = { id: '' }] = items
  const fulfillmentId = await batchInWave(at, orderId)
  const { fulfillment } = await succeed(
    app.call(fulfillments.details, { ...as(at), params: { ...at.params, fulfillmentId } }),
  )
  for (const { id: pickTaskId, qty } of fulfillment.lines.flatMap(({ picks }) => picks))
    await succeed(
      app.call(picking.confirm, {
        ...as(at),
        params: { ...at.params, pickTaskId },
        body: { qty },
      }),
    )
  const opened = await succeed(app.call(packing.open, { ...as(at), body: { fulfillmentId } }))
  const [line] = fulfillment.lines
  await succeed(
    app.call(packing.scan, {
      ...as(at),
      params: { ...at.params, packageId: opened.package.id },
      body: { code: line?.sku ?? '', qty: line?.qty ?? '', scanId: randomUUID() },
    }),
  )
  const { packAll } = packing
  await succeed(app.call(packAll, { ...as(at), params: { ...at.params, fulfillmentId }, body: {} }))
  const { shipment } = await succeed(
    app.call(shipping.ship, { ...as(at), body: { fulfillmentId } }),
  )
  const { manifests } = api.orders
  const { warehouseId, carrier } = shipment
  const { manifest } = await succeed(
    app.call(manifests.open, { ...as(at), body: { warehouseId, carrier } }),
  )
  const loading = { ...at.params, manifestId: manifest.id }
  await succeed(app.call(manifests.loadAll, { ...as(at), params: loading }))
  await returnOne(at, { orderId, warehouseId: fulfillment.warehouseId })
}

/** Receives a return of a shipped order, takes a photo of it and decides about it. */
async function returnOne(
  at: Workspace,
  { orderId, warehouseId }: { orderId: string; warehouseId: string },
) {
  const { returns } = api.orders
  const params = { ...at.params, orderId }
  const [item] = (await succeed(app.call(returns.returnable, { ...as(at), params }))).items
  const line = { orderLineId: item?.orderLineId ?? '', qty: '1', reasonCode: 'damaged' }
  const body = { orderId, authorize: true, lines: [line] }
  const made = (await succeed(app.call(returns.create, { ...as(at), body }))).return
  const lineId = made.lines[0]?.id ?? ''
  const call = { ...as(at), params: { ...at.params, returnId: made.id } }
  await succeed(
    app.call(returns.receive, {
      ...call,
      body: { version: 1, warehouseId, lines: [{ lineId, qty: '1' }] },
    }),
  )
  await succeed(
    app.call(api.orders.returnPhotos.add, {
      ...call,
      body: { itemNo: 1, ...upload(await png()) },
    }),
  )
  const dispositions = [{ disposition: 'scrap', qty: '1' } as const]
  await succeed(
    app.call(returns.inspect, { ...call, body: { version: 2, lines: [{ lineId, dispositions }] } }),
  )
}

/** A webhook, and a delivery that was attempted. */
async function sendEvent(at: Workspace) {
  const { webhooks, deliveries } = api.workspace
  const body = { url: 'http://127.0.0.1:9/', types: ['*'] }
  const { webhook } = await succeed(app.call(webhooks.create, { ...as(at), body }))
  const params = { ...at.params, webhookId: webhook.id }
  await succeed(app.call(deliveries.test, { ...as(at), params }))
  await sendDue(app.context, { platformId: at.platform.id, webhookId: webhook.id })
}

/** One of each record. */
async function createRecords(at: Workspace) {
  const [warehouse] = (await succeed(app.call(warehouses.list, as(at)))).items
  const { productId } = await newItem(app, at)
  await createSamples(app, { ...at, warehouse: { id: warehouse?.id ?? '' } }, 'SAMPLE', productId)
}

async function fill(at: Workspace) {
  await loadExample(at)
  await shipFirst(at)
  await addMembers(at)
  await reserve(at)
  await orderKit(at)
  const { owner, params } = at
  await newApiKey(app, owner, at.platform)
  const picture = upload(await png())
  await succeed(app.call(api.platforms.logos.save, { token: owner.token, params, body: picture }))
  await checked(app, at, 'products', csv(['SKU', 'Name'], ['IMPORTED', 'Imported']))
  await succeed(app.call(integrity.verify, { ...as(at), body: {} }))
  await flushCalls(app.context)
  await sendEvent(at)
  await createRecords(at)
  const body = { code: 'NOBODY-KNOWS' }
  await succeed(app.call(api.workspace.search.scan, { ...as(at), body }))
  await insertTheRest(at)
}

test('no table keeps rows of a purged platform', async () => {
  const at = await newWorkspace()
  const { id, slug } = at.platform
  await fill(at)
  // Deleting closes the path, which fills the last one.
  const { remove } = api.platforms.directory
  await succeed(app.call(remove, { token: at.owner.token, params: at.params, body: { slug } }))
  expect(await tablesWhere(id, false), 'tables this test does not fill').toEqual([])

  app.clock.advance(31 * day)
  await runJob(app, purgePlatforms, {})
  expect(await tablesWhere(id, true), 'after a month').toEqual(Object.keys(kept))

  app.clock.advance(335 * day)
  await runJob(app, purgePlatforms, {})
  const always = Object.entries(kept).filter(([, howLong]) => howLong === 'always')
  expect(await tablesWhere(id, true), 'after a year').toEqual(always.map(([name]) => name))
})
