// Measures orders: the stock functions alone, new orders by many at once, lists of a million orders,
// full orders, picks and shipments, a receipt that many wait for, a wave, many orders in batches, and deliveries to a webhook. Takes about six
// minutes with rounds of two seconds. --orders sets the size of the lists, --write and --seconds as
// in the other benches.
import { makeAccounts } from './accounts.ts'
import { readFlags } from './flags.ts'
import { measureFullOrders } from './full-orders.ts'
import { compareFulfilling } from './fulfilling.ts'
import { stockUp } from './goods.ts'
import { measureWebhooks } from './hooks.ts'
import { compareKernel } from './kernel.ts'
import { measureBatches } from './order-batches.ts'
import { loadOrders } from './order-history.ts'
import { compareOrderLists } from './order-lists.ts'
import { compareHotItem, compareOrders } from './ordering.ts'
import { openSite } from './posting.ts'
import { startService } from './processes.ts'
import { asText, writePart, type Section } from './report.ts'
import { runBench, say, startDatabase, startServer, warnAboutLoad } from './stage.ts'
import { measureWaiting } from './waiting.ts'
import { measureWave } from './waves.ts'

const { isWritten, roundMs, orders } = readFlags()
const plenty = 1_000_000_000

runBench(async () => {
  warnAboutLoad()
  const database = await startDatabase()
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const server = await startServer({
    ...urls,
    REQUIRE_VERIFIED_EMAIL: 'off',
    WEBHOOK_ALLOW: '127.0.0.1',
  })
  const bare = await startService('bench/bare-warehouse-server.ts', '/ready', urls)
  const reading = await startService('bench/bare-reading-server.ts', '/ready', urls)
  const [account] = await makeAccounts(server.port, 1)
  if (!account) throw new Error('There is no account.')
  say('Preparing 10,000 items with stock')
  const opened = await openSite(server.port, account, 'bench-orders', 10_200)
  const { site } = opened
  const items = opened.items.slice(0, 10_000)
  const [rare = '', awaited = ''] = opened.items.slice(10_000)
  await stockUp(urls.DATABASE_URL, site, items, plenty)
  const sections: Section[] = []
  const measure = async (what: string, work: () => Promise<Section>) => {
    say(what)
    sections.push(await work())
    // What is measured is kept if a later part fails.
    if (isWritten) writePart('Orders', sections)
  }
  const both = { server, bare }
  await measure('The functions alone', () => compareKernel(urls, site, items, roundMs))
  for (const clients of [8, 32])
    await measure(`New orders, ${clients} clients`, () =>
      compareOrders(both, urls, site, items, clients, roundMs),
    )
  await measure('New orders for one item', () =>
    compareHotItem(both, urls, site, [items[0] ?? '', rare], roundMs),
  )
  await measure('Full orders', () => measureFullOrders(server, site, items))
  say('Picks and shipments')
  sections.push(...(await compareFulfilling(both, urls.DATABASE_OWNER_URL, site, items)))
  await measure('A receipt that many wait for', () =>
    measureWaiting(server, urls, site, awaited, items),
  )
  await measure('A wave', () => measureWave(server, urls, site, items))
  await measure('Orders in batches', () => measureBatches(server, site, items))
  say(`Loading ${orders.toLocaleString('en')} orders`)
  const history = await loadOrders(urls.DATABASE_OWNER_URL, server.port, account, orders)
  await measure('Lists', () => compareOrderLists({ server, bare: reading }, history, roundMs))
  await measure('Deliveries to a webhook', () => measureWebhooks(server, site, items, roundMs))
  await Promise.all([server.stop(), bare.stop(), reading.stop()])
  process.stdout.write(asText(sections))
  if (isWritten) say('Written to docs/performance.md')
  return sections
})
