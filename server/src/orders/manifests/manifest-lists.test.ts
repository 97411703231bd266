import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { scanDrawing } from '../../../test/barcodes.ts'
import { as, stocked } from '../../../test/fixtures.ts'
import { manifestCalls, newCarrier } from '../../../test/manifest-calls.ts'
import { shippedWith } from '../../../test/pack-calls.ts'
import { readPdf } from '../../../test/pdf.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { manifests, shipping } = api.orders
const { app, site } = await setupSite()
const mug = await stocked(app, site, { qty: '20' })
const send = (how: Parameters<typeof shippedWith>[3]) => shippedWith(app, site, mug.sku, how)
const { open, load, close } = manifestCalls(app, site)

test('the lists name shipments that wait, and manifests with their totals', async () => {
  const carrier = newCarrier()
  const shipment = await send({ carrier, weightG: 1200 })
  const waiting = async () =>
    (await app.call(shipping.list, { ...as(site), query: { carrier, handedOver: 'no' } })).body
      .items
  expect((await waiting()).map(({ id }) => id)).toEqual([shipment.id])
  const other = await send({ carrier })
  const { items } = (await app.call(manifests.collections, { ...as(site), query: {} })).body
  expect(items.find((one) => one.carrier === carrier)).toMatchObject({
    packageCount: 2,
    weightG: 1200,
    unweighedCount: 1,
  })
  const manifest = await open(carrier)
  await load(manifest.id, shipment.number)
  await load(manifest.id, other.number)
  await close(manifest.id)
  expect(await waiting()).toEqual([])
  const { body } = await app.call(manifests.list, {
    ...as(site),
    query: { carrier, state: 'closed' },
  })
  expect(body.items).toMatchObject([
    {
      number: manifest.number,
      packageCount: 2,
      shipmentCount: 2,
      weightG: 1200,
      unweighedCount: 1,
    },
  ])
  const file = await app.http.inject({
    url: `/api/v1/tenant/${site.params.slug}/shipping/manifests?format=csv&carrier=${encodeURIComponent(carrier)}`,
    headers: { authorization: `Bearer ${site.token}` },
  })
  expect(file.body).toContain(`${manifest.number},MAIN,${carrier},closed,2,2,1200,1,Dan Driver`)
})

test('a manifest is printed with its packages, totals and lines to sign', async () => {
  const carrier = newCarrier()
  const shipment = await send({ carrier, weightG: 1200, tracking: 'T-PRINTED' })
  const manifest = await open(carrier)
  await load(manifest.id, shipment.number)
  await close(manifest.id)
  const print = (ids: string) =>
    app.http.inject({
      url: `/api/v1/tenant/${site.params.slug}/shipping/manifests/papers?ids=${ids}`,
      headers: { authorization: `Bearer ${site.token}` },
    })
  const answer = await print(manifest.id)
  expect(answer.headers['content-disposition']).toBe(
    `inline; filename="${manifest.number}-manifest.pdf"`,
  )
  const pages = readPdf(answer.rawPayload)
  const text = pages.flatMap(({ texts }) => texts).join('\n')
  for (const word of [carrier, 'Dan Driver', shipment.number, 'T-PRINTED', '1.2 kg', 'Taken by'])
    expect(text).toContain(word)
  expect((await scanDrawing(pages[0]?.svg)).map(([, code]) => code)).toEqual([manifest.number])
  expect((await print(randomUUID())).statusCode).toBe(404)
})
