// Measures imports of 100,000 products and of 10,000 orders with 25,000 lines: the time of each step and
// the server's memory. --write as in the other benches.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts, openPlatform } from './accounts.ts'
import { readFlags } from './flags.ts'
import { residentMb, type Service } from './processes.ts'
import { asText, atMost, writePart, type Section } from './report.ts'
import { warnAboutLoad, runBench, say, startDatabase, startServer } from './stage.ts'

const products = 100_000
const orders = 10_000
const mostSeconds = 60
const mostMoreMb = 384
const { isWritten } = readFlags()

type Job = {
  id: string
  state: string
  busy: string | null
  rowsValid: number
  rowsApplied: number
}

const productRows = [
  'sku,name,brand,category,reorder_point,sell_price,purchase_price',
  ...Array.from(
    { length: products },
    (_, i) => `SKU-${i},Thing number ${i},Brand ${i % 97},Category ${i % 40},5,9.90,4.20`,
  ),
]

/** Orders of two and three lines by turns. */
const orderRows = [
  'external_id,sku,quantity,unit_price',
  ...Array.from({ length: orders }, (_, i) =>
    Array.from(
      { length: 2 + (i % 2) },
      (_, line) => `EXT-${i},SKU-${(i * 7 + line * 31) % products},${1 + line},9.90`,
    ),
  ).flat(),
]

type Call = (path: string, init?: RequestInit) => Promise<Job>

/** Imports a file and fails if a row is left out. */
async function measureImport(
  { pid }: Service,
  call: Call,
  kind: 'products' | 'orders',
  [head = '', ...rows]: readonly string[],
): Promise<Section['figures']> {
  const atRest = residentMb(pid)
  let most = atRest
  const watch = setInterval(() => (most = Math.max(most, residentMb(pid))), 200)
  const figures: Section['figures'] = []
  let all = 0
  const timed = async (what: string, work: () => Promise<Job>): Promise<Job> => {
    say(`${what} (${kind})`)
    const from = performance.now()
    let job = await work()
    while (job.busy) {
      await sleep(250)
      job = await call(`/imports/${job.id}`)
    }
    const seconds = (performance.now() - from) / 1000
    all += seconds
    figures.push({ what, measured: `${seconds.toFixed(1)} s` })
    return job
  }
  const json = { 'content-type': 'application/json' }
  const step = (job: Job, name: string) => () =>
    call(`/imports/${job.id}/${name}`, { method: 'POST', body: '{}', headers: json })
  const uploaded = await timed('Read the file', () =>
    call(`/imports?kind=${kind}&fileName=bench.csv`, {
      method: 'POST',
      body: [head, ...rows].join('\n'),
      headers: { 'content-type': 'text/csv' },
    }),
  )
  await timed('Check every row', step(uploaded, 'validate'))
  const done = await timed('Write every row', step(uploaded, 'apply'))
  clearInterval(watch)
  if (done.rowsApplied !== rows.length)
    throw new Error(`Only ${done.rowsApplied} rows were written.`)
  return [
    ...figures,
    { what: 'Together', measured: `${all.toFixed(1)} s`, limit: atMost(all, mostSeconds, ' s') },
    { what: 'Memory of the server before', measured: `${atRest.toFixed(0)} MB` },
    {
      what: 'Memory of the server, most above that before',
      measured: `${(most - atRest).toFixed(0)} MB`,
      limit: atMost(most - atRest, mostMoreMb, ' MB'),
    },
  ]
}

runBench(async () => {
  warnAboutLoad()
  const database = await startDatabase()
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const server = await startServer({ ...urls, REQUIRE_VERIFIED_EMAIL: 'off' })
  const [account] = await makeAccounts(server.port, 1)
  if (!account) throw new Error('There is no account.')
  const { slug, token } = await openPlatform(server.port, account, 'bench-import')
  const base = `http://127.0.0.1:${server.port}/api/v1/tenant/${slug}`
  const call: Call = async (path, init = {}) => {
    const answer = await fetch(`${base}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { import: Job }).import
  }
  const sections: Section[] = [
    {
      title: `A file of ${products.toLocaleString('en')} products`,
      figures: await measureImport(server, call, 'products', productRows),
    },
    {
      title: `A file of ${orders.toLocaleString('en')} orders with ${(orderRows.length - 1).toLocaleString('en')} lines`,
      figures: await measureImport(server, call, 'orders', orderRows),
    },
  ]
  say(asText(sections))
  if (isWritten) say(writePart('Imports', sections))
  return sections
})
