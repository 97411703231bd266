// A workspace that clients work in, and what must be true of it afterwards.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { openPlatform, post, type Account } from '../bench/accounts.ts'
import { drawer, withClient } from '../bench/goods.ts'
import type { Site } from '../bench/posting.ts'
import type { Work } from './clients.ts'
import { must } from './debian.ts'
import { until } from './machines.ts'

const linesPerReceipt = 50

/** The settings of a server that clients may ask as often as they like. */
export const settings = {
  NODE_ENV: 'production',
  APP_SECRET: 's'.repeat(40),
  PUBLIC_URL: 'http://localhost',
  REQUIRE_VERIFIED_EMAIL: 'off',
  LIMIT_GLOBAL_IP: '9999999/1m',
  LIMIT_GLOBAL_SESSION: '9999999/1m',
  LOG_LEVEL: 'error',
}

/** Receives enough of each item for all orders. */
export async function stockUp(port: number, site: Site, items: readonly string[]) {
  const { slug, token, warehouse, bin } = site
  for (let from = 0; from < items.length; from += linesPerReceipt) {
    const lines = items
      .slice(from, from + linesPerReceipt)
      .map((variantId) => ({ variantId, qty: '1000000', locationId: bin, unitCost: '1' }))
    const body = { warehouseId: warehouse, complete: true, lines }
    await post(port, `/api/v1/tenant/${slug}/receiving/receipts`, body, token)
  }
}

/** The work of as many clients: half of them receive goods, the others order. */
export function worksOf({ warehouse, bin }: Site, items: readonly string[], clients: number) {
  const draw = drawer(items)
  const receive: Work = (key) => ({
    path: 'receiving/receipts',
    body: {
      warehouseId: warehouse,
      reference: key,
      complete: true,
      lines: draw(1).map((variantId) => ({ variantId, qty: '1', locationId: bin, unitCost: '1' })),
    },
  })
  const order: Work = (key) => ({
    path: 'orders',
    body: {
      note: key,
      confirm: { mode: 'strict' },
      lines: draw(2).map((variantId) => ({ variantId, qty: '1' })),
    },
  })
  return Array.from({ length: clients }, (_, i) => (i % 2 === 0 ? receive : order))
}

/** Loads the example of this size into a workspace of its own. */
export async function loadExample(port: number, account: Account, size: 'small' | 'large') {
  const { slug, token } = await openPlatform(port, account, 'scale-example')
  const path = `/api/v1/tenant/${slug}/demo`
  await post(port, path, { size }, token)
  const headers = { authorization: `Bearer ${token}` }
  await until('The example', 600, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    const { demo } = (await answer.json()) as { demo: { state: string } }
    return demo.state === 'loaded' ? true : undefined
  })
}

/** Fails if a document that was acknowledged is missing, or is there twice. */
export async function requireStored(url: string, { platform }: Site, keys: ReadonlySet<string>) {
  const stored = await withClient(url, async (client) => {
    const { rows } = await client.query<{ key: string }>(
      `select note as key from tenant.orders where platform_id = $1
       union all select reference from tenant.receipts where platform_id = $1 and reference <> ''`,
      [platform],
    )
    return rows.map(({ key }) => key)
  })
  const kept = new Set(stored)
  const twice = stored.length - kept.size
  const lost = [...keys].filter((key) => !kept.has(key)).length
  if (lost > 0 || twice > 0)
    throw new Error(`${lost} documents were lost and ${twice} are there twice.`)
}

/** The file of the command line. */
export const command = path.resolve(import.meta.dirname, '../server/src/commands/stowage.ts')

/** Runs a command with the settings of a server and returns what it says. */
export const stowage = (env: Record<string, string>, ...args: string[]): string =>
  must(
    spawnSync(process.execPath, [command, ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    }),
  ).trim()

/** Runs `stock verify` and `audit verify` with the settings of a server and returns what they say. */
export const verifyBoth = (env: Record<string, string>): string =>
  ['stock', 'audit'].map((noun) => stowage(env, noun, 'verify')).join('\n')
