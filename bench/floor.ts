// Measures how soon the floor answers on a slow handheld: a picker scans through a cluster of orders while the processor
// is slowed 4 times. --write updates docs/performance.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { makeAccounts, openPlatform, post } from './accounts.ts'
import {
  interactionsOf,
  nextPaint,
  scanInto,
  untilHeading,
  watchInteractions,
} from './interactions.ts'
import { buildWeb } from './processes.ts'
import { asText, atMost, writePart, type Section } from './report.ts'
import { runBench, say, startServer, warnAboutLoad } from './stage.ts'

const { values: flags } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const rounds = 3
const workspace = 'bench-floor'
const slower = 4
const orders = 12
/** Two items, each in a location of its own: two stops, at each of which every order gets its piece. */
const items = [
  { sku: 'MUG', code: '4006381333931', location: 'A-01' },
  { sku: 'BOWL', code: '4006381333948', location: 'B-01' },
]
/** Milliseconds from one answer to the next scan, and until the page rests after it was loaded. */
const pause = 300
const rest = 4_000

/** Shows what is scanned into its one field. */
const barePage = `<h1></h1><input autofocus><script>
  const field = document.querySelector('input')
  field.onkeydown = ({ key }) => {
    if (key !== 'Enter') return
    document.querySelector('h1').textContent = field.value
    field.value = ''
  }
</script>`

type Task = { location: string; sku: string; tote: string }
type Cluster = { id: string; tasks: Task[] }
type Member = {
  tokens: { accessToken: string; refreshToken: string }
  user: { platformId: string }
}
/** `isSent`: the server has a part in the answer. */
type Scan = { code: string; answer: string; isSent: boolean }

/** Makes a workspace with stock. Returns how to make a cluster to pick, and the browser storage of its picker. */
async function prepare(port: number) {
  const [account] = await makeAccounts(port, 1)
  if (!account) throw new Error('There is no account.')
  const { token } = await openPlatform(port, account, workspace)
  const at = `/api/v1/tenant/${workspace}`
  const call = <T>(address: string, body: object) =>
    post(port, at + address, body, token) as Promise<T>
  const site = { code: 'MAIN', name: 'Main' }
  const { warehouse } = await call<{ warehouse: { id: string } }>('/warehouses', site)
  const warehouseId = warehouse.id
  for (const { sku, code, location } of items) {
    await call('/locations', { warehouseId, code: location })
    await call('/catalog/products', { name: sku, variants: [{ sku, barcodes: [{ code }] }] })
  }
  const lines = items.map(({ sku, location }) => ({ sku, qty: '100', location, unitCost: '1' }))
  await call('/receiving/receipts', { warehouseId, complete: true, lines })

  async function makeCluster(round: number): Promise<Cluster> {
    const order = { lines: items.map(({ sku }) => ({ sku, qty: '1' })), confirm: {} }
    for (let i = 0; i < orders; i += 1) {
      const made = await call<{ order: { id: string; version: number } }>('/orders', order)
      await call(`/orders/${made.order.id}/release`, { version: made.order.version })
    }
    const totes = Array.from({ length: orders }, (_, i) => `T-${round}${10 + i}`)
    const cluster = { warehouseId, method: 'cluster', totes }
    const { batch } = await call<{ batch: Cluster }>('/picking/batches', cluster)
    await call(`/picking/batches/${batch.id}/claim`, {})
    return batch
  }
  const { email, password } = account
  const { tokens, user } = await (post(port, `${at}/login`, { email, password }) as Promise<Member>)
  const stored = {
    tenantAccessToken: tokens.accessToken,
    tenantRefreshToken: tokens.refreshToken,
    tenantUser: JSON.stringify(user),
    tenantPlatformId: user.platformId,
    tenantPlatformSlug: workspace,
  }
  return { makeCluster, stored }
}

/** Returns the scans for these tasks in order, each with the heading it leads to. */
function scansOf(tasks: readonly Task[]): Scan[] {
  const codeOf = (sku: string) => items.find((item) => item.sku === sku)?.code ?? sku
  return tasks.flatMap(({ location, sku, tote }, i) => {
    const [before, next] = [tasks[i - 1], tasks[i + 1]]
    const stop = [
      { code: location, answer: `Scan the item in ${location}`, isSent: false },
      { code: codeOf(sku), answer: `Put into ${tote}`, isSent: false },
    ]
    const after = !next
      ? 'All picked'
      : next.location === location
        ? `Put into ${next.tote}`
        : `Go to ${next.location}`
    return [
      ...(before?.location === location ? [] : stop),
      { code: tote, answer: after, isSent: true },
    ]
  })
}

/** Milliseconds: interactions, and from the last key of a scan until its answer is there. */
type Times = { interactions: number[]; known: number[]; sent: number[] }

/** Opens a page, lets it come to rest, slows the processor and scans. */
async function measure(
  browser: Browser,
  scans: readonly Scan[],
  open: (page: Page) => Promise<unknown>,
): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await page.addInitScript(watchInteractions)
  await open(page)
  await sleep(rest)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const times: Times = { interactions: [], known: [], sent: [] }
  for (const { code, answer, isSent } of scans) {
    await scanInto(devtools, code)
    times[isSent ? 'sent' : 'known'].push(await untilHeading(page, answer))
    await sleep(pause)
  }
  times.interactions = await interactionsOf(page)
  await page.close()
  return times
}

/** Returns the middle one, the upper of two. */
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const slowest = (values: readonly number[]) => Math.max(...values)

/** A figure of each round, and the median of them. */
function figure(what: string, values: readonly number[], most?: number) {
  const value = median(values)
  return {
    what,
    measured: `${value.toFixed(0)} ms`,
    ...(most !== undefined && { limit: atMost(value, most, ' ms') }),
  }
}

async function bench(): Promise<Section[]> {
  warnAboutLoad()
  if (!buildWeb()) throw new Error('The web could not be built.')
  const server = await startServer({ LIMITS_PROFILE: 'test', REQUIRE_VERIFIED_EMAIL: 'off' })
  const { makeCluster, stored } = await prepare(server.port)
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath })
  const bare: Times[] = []
  const floor: Times[] = []
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    const { id, tasks } = await makeCluster(round)
    const scans = scansOf(tasks)
    const plain = scans.map((scan) => ({ ...scan, answer: scan.code }))
    const bareAddress = `data:text/html,${encodeURIComponent(barePage)}`
    bare.push(await measure(browser, plain, (page) => page.goto(bareAddress)))
    const pick = async (page: Page) => {
      await page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
      }, stored)
      await page.goto(`http://localhost:${server.port}/${workspace}/app/floor/pick?batch=${id}`)
      await page.getByRole('heading', { name: `Go to ${tasks[0]?.location}` }).waitFor()
    }
    floor.push(await measure(browser, scans, pick))
  }
  await browser.close()
  const interactions = (all: Times[]) => all.map((times) => times.interactions)
  const figures = [
    figure('Interaction to next paint', interactions(floor).map(nextPaint), 100),
    figure('Slowest interaction', interactions(floor).map(slowest)),
    figure(
      'Bare page with one field, interaction to next paint',
      interactions(bare).map(nextPaint),
    ),
    figure('Bare page with one field, slowest interaction', interactions(bare).map(slowest)),
    figure(
      'Next instruction, known to the device',
      floor.map(({ known }) => median(known)),
      100,
    ),
    figure(
      'Next instruction, once the server has the pick',
      floor.map(({ sent }) => median(sent)),
      300,
    ),
  ]
  const title = `Picking a cluster of ${orders} orders by scans, processor slowed ${slower} times`
  const sections = [{ title, figures }]
  say(asText(sections))
  if (flags.write) say(writePart('Floor', sections))
  return sections
}

runBench(bench)
