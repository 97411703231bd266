import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { prepareData } from '../cluster.ts'
import { startProduct } from '../product.ts'

export type Body = Record<string, unknown>
export type Answer = { status: number; body: Body }
export type Workplace = Awaited<ReturnType<typeof openWorkplace>>

const password = 'crash proof'

/** The whole product as a process with a workspace and its warehouse MAIN, to be killed while people work in it. */
export async function openWorkplace() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-work-'))
  prepareData(dataDir)
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    ARGON2_MEMORY_KIB: '64',
    ARGON2_TIME: '1',
  }
  let product = await startProduct(env)
  let token = ''

  async function send(
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
  const tokenOf = ({ tokens }: Body) => (tokens as { accessToken: string }).accessToken

  const email = `${randomUUID()}@example.com`
  await must(
    201,
    send('POST', '/auth/register', { firstName: 'Ada', lastName: 'Alba', email, password }),
  )
  token = tokenOf(await must(200, send('POST', '/auth/login', { email, password })))
  const made = await must(201, send('POST', '/platforms', { name: `P ${randomUUID()}` }))
  const at = `/tenant/${(made['platform'] as { slug: string }).slug}`
  token = tokenOf(await must(200, send('POST', `${at}/login`, { email, password })))
  const main = { code: 'MAIN', name: 'Main' }
  const site = await must(201, send('POST', `${at}/warehouses`, main))

  const isReady = () =>
    fetch(`${product.url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  return {
    warehouseId: (site['warehouse'] as { id: string }).id,
    /** Calls a route of the workspace. */
    call: (method: string, route: string, body?: object, headers?: Record<string, string>) =>
      send(method, at + route, body, headers),
    kill: () => product.kill(),
    /** Kills the database of the product, and waits until it is there again. */
    async killDatabase() {
      const file = path.join(dataDir, 'postgres', 'postmaster.pid')
      process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
      await sleep(300)
      await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(true)
    },
    async restart() {
      product = await startProduct(env)
    },
    async stop() {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The body of an answer that must have this status. */
export async function must(expected: number, answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  if (status !== expected) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

/** All items of a list, page by page. */
export async function listAll({ call }: Workplace, route: string): Promise<Body[]> {
  const items: Body[] = []
  for (let cursor = ''; ;) {
    const query = `?limit=200&count=none${cursor && `&cursor=${cursor}`}`
    const page = await must(200, call('GET', route + query))
    items.push(...(page['items'] as Body[]))
    if (page['next'] === null) return items
    cursor = page['next'] as string
  }
}
