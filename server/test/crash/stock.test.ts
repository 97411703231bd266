import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct, type Product } from '../product.ts'

/* The whole product as a process, killed while people work in it. */

type Body = Record<string, unknown>
type Answer = { status: number; body: Body }
/** What a client sent under a key of its own, and whether it ever heard back. */
type Sent = { key: string; kind: 'receipt' | 'adjustment'; qty: number; heard: string | undefined }

const clients = 8
const password = 'crash proof'

let dataDir: string
let product: Product
let token: string
let at: string
let warehouseId: string
let skus: string[]
const sent: Sent[] = []

const env = () => ({
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  ARGON2_MEMORY_KIB: '64',
  ARGON2_TIME: '1',
})

async function call(
  method: string,
  route: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${product.url}/api/v1${route}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

async function must(expected: number, answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  if (status !== expected) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
const tokenOf = ({ tokens }: Body) => (tokens as { accessToken: string }).accessToken

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-stock-'))
  product = await startProduct(env())
  token = ''
  const email = `${randomUUID()}@example.com`
  await must(
    201,
    call('POST', '/auth/register', { firstName: 'Ada', lastName: 'Alba', email, password }),
  )
  token = tokenOf(await must(200, call('POST', '/auth/login', { email, password })))
  const made = await must(201, call('POST', '/platforms', { name: `P ${randomUUID()}` }))
  at = `/tenant/${(made['platform'] as { slug: string }).slug}`
  token = tokenOf(await must(200, call('POST', `${at}/login`, { email, password })))
  const site = await must(
    201,
    call('POST', `${at}/places/warehouses`, { code: 'MAIN', name: 'Main' }),
  )
  warehouseId = (site['warehouse'] as { id: string }).id
  skus = Array.from({ length: 4 }, (_, i) => `CRASH-${i}`)
  const variants = skus.map((sku) => ({ sku }))
  await must(201, call('POST', `${at}/catalog/products`, { name: 'Mug', variants }))
}, 120_000)
afterAll(() => product.stop().finally(() => rmSync(dataDir, { recursive: true, force: true })))

/** Sends one again, or for the first time, under its key; `heard` is the document's id. */
async function send(one: Sent): Promise<Answer> {
  const sku = skus[Number.parseInt(one.key, 16) % skus.length]
  const [route, body] =
    one.kind === 'receipt'
      ? [
          '/receiving/receipts',
          {
            reference: one.key,
            complete: true,
            lines: [{ sku, qty: String(one.qty), location: 'RECV' }],
          },
        ]
      : [
          '/stock/adjustments',
          {
            reasonCode: 'found',
            note: one.key,
            lines: [{ mode: 'delta', sku, qty: String(one.qty), location: 'RECV' }],
          },
        ]
  const answer = await call(
    'POST',
    at + route,
    { warehouseId, ...body },
    { 'idempotency-key': one.key },
  )
  if (answer.status === 201) one.heard = (answer.body[one.kind] as { id: string }).id
  return answer
}

/** Clients that send one document after the other until `isOver`, and remember what they heard. */
const load = (isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        const kind = Math.random() < 0.5 ? 'receipt' : 'adjustment'
        const one: Sent = {
          key: randomUUID().replaceAll('-', ''),
          kind,
          qty: 1 + Math.floor(Math.random() * 5),
          heard: undefined,
        }
        sent.push(one)
        await send(one).catch(() => {})
      }
    }),
  )

/** Every document there is: its own id by the key it was sent under, which must be there once. */
async function documents(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const [route, key] of [
    ['/receiving/receipts', 'reference'],
    ['/stock/adjustments', 'note'],
  ] as const)
    for (let cursor = ''; ;) {
      const query = `?limit=200&count=none${cursor && `&cursor=${cursor}`}`
      const page = await must(200, call('GET', at + route + query))
      for (const item of page['items'] as Record<string, string>[]) {
        const name = item[key] ?? ''
        found.set(name, [...(found.get(name) ?? []), item['id'] ?? ''])
      }
      if (page['next'] === null) break
      cursor = page['next'] as string
    }
  return found
}

/** What was heard of is there; what was not is sent again; then all is there once, and adds up. */
async function expectNothingLost() {
  const before = await documents()
  for (const { key, heard } of sent) if (heard) expect(before.get(key)).toEqual([heard])
  const unheard = sent.filter(({ heard }) => heard === undefined)
  for (const one of unheard) expect((await send(one)).status).toBe(201)
  // Those that were heard of are repeated as well, as by a client that lost the answer.
  for (const one of sent.slice(-20)) {
    const { heard } = one
    await send(one)
    expect(one.heard).toBe(heard)
  }
  const after = await documents()
  expect(after.size).toBe(sent.length)
  for (const { key, heard } of sent) expect(after.get(key)).toEqual([heard])
  const levels = await must(200, call('GET', `${at}/stock/levels?limit=200`))
  const onHand = (levels['items'] as { onHand: string }[]).reduce(
    (sum, one) => sum + Number(one.onHand),
    0,
  )
  expect(onHand).toBe(sent.reduce((sum, { qty }) => sum + qty, 0))
  const verified = await must(200, call('POST', `${at}/stock/verify`, {}))
  expect(verified).toMatchObject({ ok: true, violations: [] })
}

test('R4 loses and repeats nothing when the server is killed', { timeout: 180_000 }, async () => {
  for (let round = 0; round < 2; round++) {
    let isOver = false
    const working = load(() => isOver)
    await sleep(400 + Math.random() * 800)
    await product.kill()
    isOver = true
    await working
    product = await startProduct(env())
    await expectNothingLost()
  }
})

test('R4 loses and repeats nothing when its database is killed', { timeout: 180_000 }, async () => {
  const postmaster = () =>
    Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  for (let round = 0; round < 2; round++) {
    let isOver = false
    const working = load(() => isOver)
    await sleep(400 + Math.random() * 800)
    process.kill(postmaster(), 'SIGKILL')
    await sleep(300)
    isOver = true
    await working
    const isReady = () =>
      fetch(`${product.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(200)
    await expectNothingLost()
  }
})
