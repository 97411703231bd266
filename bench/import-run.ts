// Measures an import of 100,000 products: the time of each step and the server's memory. --write as
// in the other benches.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts, openPlatform } from './accounts.ts'
import { readFlags } from './flags.ts'
import { residentMb } from './processes.ts'
import { asText, atMost, writePart, type Section } from './report.ts'
import { warnAboutLoad, runBench, say, startDatabase, startServer } from './stage.ts'

const rows = 100_000
const { isWritten } = readFlags()

type Job = {
  id: string
  state: string
  busy: string | null
  rowsValid: number
  rowsApplied: number
}

const fileOf = (count: number) =>
  ['sku,name,brand,category,reorder_point,sell_price,purchase_price']
    .concat(
      Array.from(
        { length: count },
        (_, i) => `SKU-${i},Thing number ${i},Brand ${i % 97},Category ${i % 40},5,9.90,4.20`,
      ),
    )
    .join('\n')

runBench(async () => {
  warnAboutLoad()
  const database = await startDatabase()
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const { pid, port } = await startServer({ ...urls, REQUIRE_VERIFIED_EMAIL: 'off' })
  const [account] = await makeAccounts(port, 1)
  if (!account) throw new Error('There is no account.')
  const { slug, token } = await openPlatform(port, account, 'bench-import')
  const base = `/api/v1/tenant/${slug}`

  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${base}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { import: Job }).import
  }
  const atRest = residentMb(pid)
  let most = atRest
  const watch = setInterval(() => (most = Math.max(most, residentMb(pid))), 200)
  const figures: Section['figures'] = []
  let all = 0
  const timed = async (what: string, work: () => Promise<Job>): Promise<Job> => {
    say(what)
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
  const verb = (job: Job, name: string) => () =>
    call(`/imports/${job.id}/${name}`, { method: 'POST', body: '{}', headers: json })
  const uploaded = await timed('Read the file in', () =>
    call('/imports?kind=products&fileName=bench.csv', {
      method: 'POST',
      body: fileOf(rows),
      headers: { 'content-type': 'text/csv' },
    }),
  )
  await timed('Check every row', verb(uploaded, 'validate'))
  const done = await timed('Write every row', verb(uploaded, 'apply'))
  clearInterval(watch)
  if (done.rowsApplied !== rows) throw new Error(`Only ${done.rowsApplied} rows were written.`)
  figures.push(
    { what: 'Together', measured: `${all.toFixed(1)} s`, limit: atMost(all, 60, ' s') },
    { what: 'Memory of the server at rest', measured: `${atRest.toFixed(0)} MB` },
    {
      what: 'The most memory meanwhile',
      measured: `${most.toFixed(0)} MB`,
      limit: atMost(most, 512, ' MB'),
    },
  )
  const sections = [{ title: `A file of ${rows.toLocaleString('en')} products`, figures }]
  say(asText(sections))
  if (isWritten) say(writePart('Imports', sections))
  return sections
})
