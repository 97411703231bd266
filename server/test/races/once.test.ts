import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { ErrorCode } from '@stowage/contract/errors'
import { mostPhotos } from '@stowage/contract/orders/return-photos'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { arrange, eventsOf } from '../arrange.ts'
import { as, stocked } from '../fixtures.ts'
import { checked, csv, step as stepImport, upload } from '../imports.ts'
import { manifestCalls, newCarrier } from '../manifest-calls.ts'
import { openPackage, packItem, packedOf, pickedOf, ship } from '../pack-calls.ts'
import { releasedOf } from '../pick-calls.ts'
import { png, upload as picture } from '../pictures.ts'
import { authorizedOf, receiveAll, shippedOf } from '../return-calls.ts'
import { setupSite } from '../setup-site.ts'
import { createBatch, newBatch, step } from '../wave-calls.ts'
import {
  concurrently,
  contenders,
  expectOneWinner,
  onceFree,
  statuses,
  tally,
} from './concurrently.ts'

/* Writes that take no version: of many who do the same at once, one does it, and the others hear why not. */

const { exceptions, imports, savedViews, webhooks } = api.workspace
const { reservations, settings, variants } = api.warehouse
const { batches, manifests, packConflicts, packing, pickConflicts, picking, returnPhotos } =
  api.orders
const { demo } = api.demo
const { app, site } = await setupSite()
const mug = await stocked(app, site, { qty: '200' })

type Call = [route: Route, params?: Record<string, string>, body?: object]
/** The refusal of all but one, and what they call. */
type Sample = [late: ErrorCode, make: () => Promise<Call>]

const send = (route: Route, params: Record<string, string> = {}, body: object = {}) =>
  app.call(route, {
    ...as(site),
    params: { ...site.params, ...params },
    body,
  } as never) as Promise<{
    status: number
    body: Record<string, Record<string, string>>
  }>

const idOf = async (name: string, route: Route, params?: Record<string, string>, body?: object) => {
  const made = await send(route, params, body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body[name]?.['id'] ?? ''
}

const batch = async () => {
  const { fulfillmentId } = await releasedOf(app, site, mug.sku, '1')
  const { body } = await createBatch(app, site, { fulfillmentIds: [fulfillmentId] } as never)
  return { batchId: body.batch.id }
}
const claimed = async () => {
  const one = await batch()
  await step(app, site, 'claim', one.batchId)
  return one
}
const opened = async () => {
  const { fulfillmentId } = await pickedOf(app, site, mug.sku, '1')
  const { body } = await openPackage(app, site, fulfillmentId)
  return { packageId: body.package.id, fulfillmentId }
}
const packedPackage = async () => {
  const { packageId } = await opened()
  await packItem(app, site, packageId, { code: mug.sku })
  return { packageId }
}
const refusedPick = async () => {
  const { task } = await releasedOf(app, site, mug.sku, '1')
  return { pickTaskId: task.id, qty: '1', message: 'Ines already picked it.' }
}
/** A file of products, as it is uploaded. */
const productsFile = (rows = 1) =>
  csv(
    ['sku', 'name'],
    ...Array.from({ length: rows }, () => [`ONCE-${randomUUID().slice(0, 8)}`, 'Thing']),
  )
const uploaded = async (rows?: number) => {
  const { body } = await upload(app, site, 'products', productsFile(rows))
  return { importId: body.import.id }
}
const checkedFile = async () => ({
  importId: (await checked(app, site, 'products', productsFile())).id,
})
const receivedReturn = async () => {
  const item = await shippedOf(app, site, '1')
  const { body } = await receiveAll(app, site, await authorizedOf(app, site, item, '1'))
  return { returnId: body.return.id }
}
const photo = async () => ({ itemNo: 1, ...picture(await png()) })
const samples: Record<string, Sample> = {
  'removes a view': [
    'not_found',
    async () => {
      const body = { screen: 'orders', name: 'Once', query: { view: 'late' } }
      return [savedViews.remove, { viewId: await idOf('view', savedViews.create, {}, body) }]
    },
  ],
  'removes a webhook': [
    'not_found',
    async () => {
      const body = { url: 'https://8.8.8.8/', types: ['*'] }
      return [webhooks.remove, { webhookId: await idOf('webhook', webhooks.create, {}, body) }]
    },
  ],
  'adds a reason': [
    'duplicate_key',
    async () => [
      settings.createReason,
      {},
      { code: 'once', name: 'Once', applies: ['adjust_down'] },
    ],
  ],
  'adds a barcode': [
    'duplicate_key',
    async () => [variants.addBarcode, { variantId: mug.id }, { code: 'ONCE-1' }],
  ],
  'releases a reservation': [
    'invalid_transition',
    async () => {
      const body = { warehouseId: site.warehouse.id, variantId: mug.id, qty: '1' }
      return [
        reservations.release,
        { reservationId: await idOf('reservation', reservations.create, {}, body) },
      ]
    },
  ],
  'reserves all': [
    'insufficient_stock',
    async () => {
      const item = await stocked(app, site, { qty: '1' })
      return [
        reservations.create,
        {},
        { warehouseId: site.warehouse.id, variantId: item.id, qty: '1' },
      ]
    },
  ],
  'removes a barcode': [
    'not_found',
    async () => {
      const body = { code: 'ONCE-2' }
      await send(variants.addBarcode, { variantId: mug.id }, body)
      return [variants.removeBarcode, { variantId: mug.id }, body]
    },
  ],
  // More rows than are checked while the caller waits: the file stays busy.
  'has a file checked': [
    'invalid_transition',
    async () => [imports.validate, await uploaded(1_001)],
  ],
  'cancels an import': ['invalid_transition', async () => [imports.cancel, await uploaded()]],
  'applies a file': ['invalid_transition', async () => [imports.apply, await checkedFile()]],
  'undoes an import': [
    'invalid_transition',
    async () => {
      const { importId } = await checkedFile()
      await stepImport(app, site, 'apply', importId)
      return [imports.undo, { importId }]
    },
  ],
  'resolves an exception': [
    'not_found',
    async () => {
      const scanId = randomUUID()
      await send(pickConflicts.report, { scanId }, await refusedPick())
      return [exceptions.resolve, {}, { kind: 'pick_conflict', key: scanId }]
    },
  ],
  'removes a photo': [
    'not_found',
    async () => {
      const { returnId } = await receivedReturn()
      const { body } = await send(returnPhotos.add, { returnId }, await photo())
      return [returnPhotos.remove, { returnId, photoId: String(body['photoId']) }]
    },
  ],
  'cancels a batch': ['invalid_transition', async () => [batches.cancel, await batch()]],
  'hands a batch back': ['invalid_transition', async () => [batches.handBack, await claimed()]],
  'completes a batch': ['invalid_transition', async () => [batches.complete, await claimed()]],
  'discards a package': [
    'not_found',
    async () => {
      const { packageId } = await opened()
      return [packing.discard, { packageId }]
    },
  ],
  'closes a package': ['invalid_transition', async () => [packing.close, await packedPackage()]],
  'packs the last unit': [
    'over_pack',
    async () => {
      const { packageId } = await opened()
      return [packing.pack, { packageId }, { code: mug.sku, qty: '1' }]
    },
  ],
  'packs one': [
    'invalid_transition',
    async () => {
      const { fulfillmentId } = await pickedOf(app, site, mug.sku, '1')
      return [packing.packOne, { fulfillmentId }, { items: [{ code: mug.sku, qty: '1' }] }]
    },
  ],
  'takes out the only unit': [
    'over_pack',
    async () => [packing.remove, await packedPackage(), { code: mug.sku, qty: '1' }],
  ],
  'unloads a package': [
    'not_found',
    async () => {
      const carrier = newCarrier()
      const { open, load } = manifestCalls(app, site)
      const { id: manifestId } = await open(carrier)
      const { fulfillmentId } = await packedOf(app, site, mug.sku, '1')
      const { body } = await ship(app, site, fulfillmentId, { carrier })
      const loaded = await load(manifestId, body.shipment.number)
      return [manifests.unload, { manifestId }, { packageId: loaded.body.carton.packageId }]
    },
  ],
}

test.each(Object.entries(samples))('%s', async (_, [late, make]) => {
  const [route, params, body] = await make()
  await expectOneWinner(() => send(route, params, body), late)
})

const many = (call: (i: number) => ReturnType<typeof send>) =>
  concurrently(contenders, (i) => onceFree(() => call(i)))

test('a tote is bound by one of two batches', async () => {
  const clusters = await Promise.all(
    [1, 2].map(() => newBatch(app, site, ['1'], { method: 'cluster' })),
  )
  const answers = await many((i) => {
    const one = clusters[i % 2]
    const fulfillmentId = one?.released[0]?.fulfillmentId ?? ''
    const body = { totes: [{ fulfillmentId, tote: 'ONCE-T' }] }
    return send(batches.bindTotes, { batchId: one?.batch.id ?? '' }, body)
  })
  const codes = answers.map(({ body }) => String(body['code'] ?? 'ok'))
  expect(tally(codes)).toEqual({ ok: contenders / 2, tote_in_use: contenders / 2 })
})

test('picks are handed back once', async () => {
  const { task } = await releasedOf(app, site, mug.sku, '1')
  const body = { taskIds: [task.id] }
  await send(picking.claim, {}, body)
  expect(statuses(await many(() => send(picking.handBack, {}, body)))).toEqual({ 200: contenders })
  const assigned = (await eventsOf(app, site.platform.id)).filter(
    ({ action, metadata }) =>
      action === 'PICKS_ASSIGNED' && JSON.stringify(metadata).includes(task.id),
  )
  expect(assigned).toHaveLength(2)
})

test('an item gets as many photos as it can have', async () => {
  const [returned, body] = await Promise.all([receivedReturn(), photo()])
  const answers = await many(() => send(returnPhotos.add, returned, body))
  expect(statuses(answers)).toEqual({ 201: mostPhotos, 409: contenders - mostPhotos })
})

const conflicts = {
  pick: async () => ({
    report: pickConflicts.report,
    settle: pickConflicts.settle,
    body: await refusedPick(),
  }),
  'packing scan': async () => {
    const { packageId } = await opened()
    return {
      report: packConflicts.report,
      settle: packConflicts.settle,
      body: { packageId, item: 'Mug', message: 'It is closed.' },
    }
  },
}
test.each(Object.entries(conflicts))('a refused %s is kept once, and settled', async (_, make) => {
  const { report, settle, body } = await make()
  const params = { scanId: randomUUID() }
  const reported = await many(() => send(report, params, body))
  expect(tally(reported.map((answer) => String(answer.body['state'])))).toEqual({
    open: contenders,
  })
  const kept = `select count from tenant.exceptions where key = $1`
  expect(await arrange(app, kept, [params.scanId])).toEqual([{ count: 1 }])
  const settled = await many((i) => (i % 2 ? send(report, params, body) : send(settle, params)))
  expect(statuses(settled)).toEqual({ 200: contenders })
  expect((await send(report, params, body)).body).toEqual({ state: 'resolved' })
})

test('example data is loaded once, and taken away once', async () => {
  const owner = await app.newOperator()
  const platform = await app.newPlatform(owner)
  const params = { slug: platform.slug }
  const { body } = await app.call(api.platforms.tenantSessions.login, {
    params,
    body: { email: owner.email, password: owner.password },
  })
  const call = { params, token: body.tokens.accessToken }
  await expectOneWinner(
    () => app.call(demo.load, { ...call, body: { size: 'small' } }),
    'not_empty',
  )
  // As the worker leaves it.
  await arrange(app, `update tenant.demo_runs set state = 'loaded' where platform_id = $1`, [
    platform.id,
  ])
  await expectOneWinner(() => app.call(demo.remove, call), 'invalid_transition')
})
