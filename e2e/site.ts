import { get, newWorkspace, post, type Person, type Tokens } from './people.ts'
import type { MailServer } from './mail.ts'

/** A workspace with a warehouse MAIN, whose owner is signed in to it over the API. */
export async function newSite(url: string, mail: MailServer) {
  const { operator, slug, member } = await newWorkspace(url, mail)
  const tokens = await tokensOf(url, slug, operator)
  const call = (path: string, body: object) => post(url, `/tenant/${slug}${path}`, body, tokens)
  const read = (path: string) => get(url, `/tenant/${slug}${path}`, tokens)
  const { warehouse } = (await call('/warehouses', { code: 'MAIN', name: 'Main' })) as {
    warehouse: { id: string }
  }
  return { operator, slug, member, warehouse, call, read }
}

async function tokensOf(url: string, slug: string, person: Person): Promise<Tokens> {
  const { tokens } = (await post(url, `/tenant/${slug}/login`, person)) as { tokens: Tokens }
  return tokens
}

type Fulfilled = { fulfillment: { warehouseId: string } }
type Listed = { items: { id: string; sku?: string; version?: number }[] }

/** Fills a workspace with the small example data, and names one of each thing as the addresses do. */
export async function loadExample(url: string, slug: string, person: Person) {
  const tokens = await tokensOf(url, slug, person)
  const read = (path: string) => get(url, `/tenant/${slug}${path}`, tokens)
  await post(url, `/tenant/${slug}/demo`, { size: 'small' }, tokens)
  const isLoaded = async () =>
    ((await read('/demo')) as { demo: { state: string } }).demo.state === 'loaded'
  for (const deadline = Date.now() + 90_000; !(await isLoaded());) {
    if (Date.now() > deadline) throw new Error('The example data was not loaded in time')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  // With a second one the header of every page offers the choice.
  const second = { code: 'SIDE', name: 'Northern overflow warehouse' }
  await post(url, `/tenant/${slug}/warehouses`, second, tokens)
  const hooks = await post(
    url,
    `/tenant/${slug}/settings/webhooks`,
    { url: 'https://8.8.8.8/hooks', types: ['*'] },
    tokens,
  )
  const first = async (path: string) => ((await read(path)) as Listed).items[0]
  const [variant, lot, receipt, adjustment, order, customer] = await Promise.all(
    [
      '/catalog/variants',
      '/lots',
      '/receiving/receipts',
      '/stock/adjustments',
      '/orders',
      '/customers',
    ].map((path) => first(`${path}?limit=1`)),
  )
  const toRelease = await first('/orders?view=to_release&limit=1')
  const released = await post(
    url,
    `/tenant/${slug}/orders/${toRelease?.id}/release`,
    { version: toRelease?.version },
    tokens,
  )
  const fulfillmentId = (released as { fulfillments: { id: string }[] }).fulfillments[0]?.id
  const warehouseId = ((await read(`/fulfillments/${fulfillmentId}`)) as Fulfilled).fulfillment
    .warehouseId
  const batched = await post(
    url,
    `/tenant/${slug}/picking/batches`,
    { warehouseId, method: 'cluster', fulfillmentIds: [fulfillmentId] },
    tokens,
  )
  const planned = await post(url, `/tenant/${slug}/picking/waves`, { warehouseId }, tokens)
  const announced = await post(
    url,
    `/tenant/${slug}/returns`,
    { authorize: true, lines: [{ sku: variant?.sku, qty: '1', reasonCode: 'damaged' }] },
    tokens,
  )
  const opened = await post(
    url,
    `/tenant/${slug}/shipping/manifests`,
    { warehouseId: (await first('/warehouses'))?.id, carrier: 'DHL' },
    tokens,
  )
  return {
    sku: variant?.sku,
    lotId: lot?.id,
    receiptId: receipt?.id,
    adjustmentId: adjustment?.id,
    orderId: order?.id,
    customerId: customer?.id,
    fulfillmentId,
    batchId: (batched as { batch: { id: string } }).batch.id,
    waveId: (planned as { wave: { id: string } }).wave.id,
    returnId: (announced as { return: { id: string } }).return.id,
    manifestId: (opened as { manifest: { id: string } }).manifest.id,
    webhookId: (hooks as { webhook: { id: string } }).webhook.id,
  }
}
