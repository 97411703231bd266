// Two servers on one database behind nginx, with the configuration of `deploy`. While clients order, one server is
// killed and replaced, and then the other is ended as an upgrade ends it. Each order is asked for with a key, and asked
// for again with the same key when the answer is lost.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts } from '../bench/accounts.ts'
import { drawer, stockUp, withClient } from '../bench/goods.ts'
import { openSite, type Site } from '../bench/posting.ts'
import { startEmbedded } from '../server/src/database/embedded.ts'
import { startProduct } from '../server/test/product.ts'
import { needPackages, say } from './debian.ts'

const ports = { proxy: 8443, servers: [3001, 3002] as const }
const clients = 8
const longestPauseMs = 3_000

export async function testServers(): Promise<string> {
  needPackages('nginx-light')
  const place = mkdtempSync('/tmp/stowage-servers-')
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rmSync(place, { recursive: true, force: true }))
  const log = { info() {}, warn: console.warn, error: console.error }
  const database = await startEmbedded({ dataDir: path.join(place, 'data'), log })
  opened.defer(() => database.stop())
  const start = (port: number) =>
    startProduct({
      NODE_ENV: 'production',
      DATA_DIR: path.join(place, `server-${port}-${randomUUID()}`),
      PORT: String(port),
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      APP_SECRET: 's'.repeat(40),
      PUBLIC_URL: 'http://localhost',
      REQUIRE_VERIFIED_EMAIL: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_GLOBAL_IP: '9999999/1m',
      LIMIT_GLOBAL_SESSION: '9999999/1m',
    })
  let [first, second] = [await start(ports.servers[0]), await start(ports.servers[1])]
  opened.defer(async () => {
    await Promise.all([first.stop(), second.stop()])
  })
  await startProxy(place, opened)
  const [account] = await makeAccounts(ports.proxy, 1)
  if (!account) throw new Error('There is no account.')
  const { site, items } = await openSite(ports.proxy, account, 'scale-servers', 200)
  await stockUp(database.appUrl, site, items, 1_000_000)

  const load = orderThrough(site, items)
  await sleep(5_000)
  say('Killing a server')
  await first.kill()
  await sleep(5_000)
  first = await start(ports.servers[0])
  await sleep(3_000)
  say('Ending the other one for an upgrade')
  const upgraded = second.stop()
  await sleep(4_000)
  await upgraded
  second = await start(ports.servers[1])
  await sleep(3_000)
  const { keys, longest, repeated } = await load.stop()

  const stored = await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ note: string }>(
      'select note from tenant.orders where platform_id = $1',
      [site.platform],
    )
    return rows.map(({ note }) => note)
  })
  const twice = stored.length - new Set(stored).size
  const lost = [...keys].filter((key) => !stored.includes(key)).length
  if (lost > 0 || twice > 0)
    throw new Error(`${lost} orders were lost and ${twice} are there twice.`)
  if (longest > longestPauseMs) throw new Error(`A client waited ${longest} ms for its next order.`)
  return `${keys.size} orders acknowledged, none lost, none twice; ${repeated} asked for again; longest pause ${longest} ms.`
}

/** Runs the example configuration of `deploy` without encryption, on a port of its own. */
async function startProxy(place: string, opened: AsyncDisposableStack) {
  const example = readFileSync(path.resolve(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
  const plain = example
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.proxy}`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
  const file = path.join(place, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${place}/nginx.pid; error_log ${place}/nginx.log;
     events {}
     http { access_log off; client_body_temp_path ${place}/body; proxy_temp_path ${place}/proxy;
     fastcgi_temp_path ${place}/f; uwsgi_temp_path ${place}/u; scgi_temp_path ${place}/s;
     ${plain} }`,
  )
  const proxy = spawn('nginx', ['-c', file, '-e', path.join(place, 'nginx.log')], {
    stdio: 'inherit',
  })
  opened.defer(async () => {
    proxy.kill('SIGQUIT')
    await once(proxy, 'exit')
  })
  await sleep(500)
  if (proxy.exitCode !== null) throw new Error(readFileSync(path.join(place, 'nginx.log'), 'utf8'))
}

/** Orders by several clients until it is stopped. Each order is noted with its key. */
function orderThrough({ slug, token }: Site, items: readonly string[]) {
  const draw = drawer(items)
  const keys = new Set<string>()
  let [isRunning, longest, repeated] = [true, 0, 0]

  async function ask(key: string): Promise<boolean> {
    const body = {
      note: key,
      confirm: { mode: 'strict' },
      lines: draw(2).map((variantId) => ({ variantId, qty: '1' })),
    }
    const text = JSON.stringify(body)
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${ports.proxy}/api/v1/tenant/${slug}/orders`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          authorization: `Bearer ${token}`,
        },
        body: text,
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined)
      if (answer?.status === 201) return true
      // A refusal is a wrong answer: nothing but the servers changes.
      if (answer && answer.status < 500 && answer.status !== 409)
        throw new Error(`${answer.status} ${await answer.text()}`)
      repeated += 1
      await sleep(100)
    }
  }

  const running = Array.from({ length: clients }, async () => {
    let since = performance.now()
    while (isRunning) {
      const key = randomUUID()
      if (await ask(key)) keys.add(key)
      longest = Math.max(longest, Math.round(performance.now() - since))
      since = performance.now()
    }
  })
  return {
    async stop() {
      isRunning = false
      await Promise.all(running)
      return { keys, longest, repeated }
    },
  }
}
