import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../../src/database/embedded.ts'
import { prepareData } from '../cluster.ts'
import { startProduct, type Product } from '../product.ts'

const command = path.resolve(import.meta.dirname, '../../src/commands/stowage.ts')
const password = 'crash proof'
const silent = { info: () => {}, warn: () => {}, error: console.error }

let dataDir: string
let product: Product
const env = () => ({
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  ARGON2_MEMORY_KIB: '64',
  ARGON2_TIME: '1',
})
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-commands-'))
  prepareData(dataDir)
  product = await startProduct(env())
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs one command as a person at the machine would. */
async function stowage(line: string, more: Record<string, string> = {}) {
  const args = line.split(' ').filter(Boolean)
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, ...env(), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: out.trim(), err: err.trim() }
}

async function call(method: string, at: string, body?: object, token?: string) {
  const answer = await fetch(`${product.url}/api/v1${at}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, never> }
}

const register = (email: string) =>
  call('POST', '/auth/register', { firstName: 'Ada', lastName: 'Alba', email, password })
const signIn = (email: string) => call('POST', '/auth/login', { email, password })

/** Rows as the owner of the database, while no server runs. */
async function asOwner(...statements: string[]) {
  const server = await startEmbedded({ dataDir, log: silent })
  const client = new pg.Client({ connectionString: server.ownerUrl })
  await client.connect()
  const results: pg.QueryResult<Record<string, string>>[] = []
  for (const statement of statements) results.push(await client.query(statement))
  await client.end()
  await server.stop()
  return results.at(-1)?.rows ?? []
}

describe('next to a running server', { timeout: 120_000 }, () => {
  const email = `${randomUUID()}@example.com`

  test('verifies, suspends and restores an account', async () => {
    await register(email)
    expect(await stowage(`account verify ${email}`)).toEqual({
      code: 0,
      out: `The address is confirmed: ${email}`,
      err: '',
    })
    expect((await stowage(`account verify ${email}`)).out).toContain('already confirmed')
    const { body } = await signIn(email)
    const { accessToken } = body['tokens'] as unknown as { accessToken: string }
    expect((await call('GET', '/auth/me', undefined, accessToken)).body['user']).toMatchObject({
      emailVerified: true,
    })

    expect(await stowage(`account suspend ${email}`)).toMatchObject({ code: 0, err: '' })
    expect((await call('GET', '/auth/me', undefined, accessToken)).status).toBe(401)
    expect((await signIn(email)).status).toBe(403)
    expect((await stowage(`account suspend ${email}`)).out).toContain('already suspended')
    expect(await stowage(`account restore ${email.toUpperCase()}`)).toMatchObject({ code: 0 })
    expect((await signIn(email)).status).toBe(200)
    // What was ended stays ended.
    expect((await call('GET', '/auth/me', undefined, accessToken)).status).toBe(401)
  })

  test('suspends and restores a platform', async () => {
    const { body } = await signIn(email)
    const { accessToken } = body['tokens'] as unknown as { accessToken: string }
    const slug = `p-${randomUUID().slice(0, 8)}`
    await call('POST', '/platforms', { name: slug }, accessToken)
    const resolve = async () => (await call('GET', `/platforms/resolve/${slug}`)).status
    expect(await resolve()).toBe(200)
    expect(await stowage(`platform suspend ${slug}`)).toEqual({
      code: 0,
      out: `The platform is suspended: ${slug}`,
      err: '',
    })
    expect(await resolve()).toBe(404)
    expect((await stowage(`platform restore ${slug}`)).code).toBe(0)
    expect(await resolve()).toBe(200)
    expect((await stowage(`audit verify --platform ${slug}`)).out).toMatch(
      /^Audit log check passed: 1 chains, \d+ sealed events, 0 waiting\.$/,
    )
  })

  test('passes the integrity check without movements', async () => {
    expect(await stowage('stock verify')).toEqual({
      code: 0,
      out: 'Stock integrity check passed: 0 platforms, 0 movements.',
      err: '',
    })
    expect((await stowage('stock verify --platform nowhere-at-all')).err).toBe(
      'No platform found for nowhere-at-all',
    )
  })

  test('rotates signing keys, or replaces them after a leak', async () => {
    const { body } = await signIn(email)
    const { accessToken } = body['tokens'] as unknown as { accessToken: string }
    expect((await stowage('keys rotate')).out).toMatch(
      /published. Servers start to sign with it at 20/,
    )
    expect((await call('GET', '/auth/me', undefined, accessToken)).status).toBe(200)
    expect((await stowage('keys rotate --now')).code).toBe(0)
    const refused = async () => (await call('GET', '/auth/me', undefined, accessToken)).status
    await expect.poll(refused, { timeout: 5_000 }).toBe(401)
    const wrong = await stowage('keys rotate', { APP_SECRET: 'another secret '.repeat(3) })
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toMatch(/^APP_SECRET: /)
  })

  test('prints one line for an impossible command', async () => {
    expect(await stowage('account suspend nobody@example.com')).toEqual({
      code: 1,
      out: '',
      err: 'No account with the email address nobody@example.com',
    })
    expect((await stowage('account suspend nobody')).err).toBe('nobody is not an email address')
    expect((await stowage('platform suspend nowhere-at-all')).err).toBe(
      'No platform found for nowhere-at-all',
    )
    expect((await stowage('help')).code).toBe(0)
    const wrong = await stowage('account explode')
    expect([wrong.code, wrong.out]).toEqual([2, ''])
    expect(wrong.err).toContain('account suspend <email>')
    const empty = mkdtempSync(path.join(tmpdir(), 'stowage-commands-'))
    expect(await stowage('audit verify', { DATA_DIR: empty })).toEqual({
      code: 1,
      out: '',
      err: `DATA_DIR: no database found in ${empty}`,
    })
    rmSync(empty, { recursive: true })
  })
})

describe('after the server was killed while sealing', { timeout: 120_000 }, () => {
  test('finds the audit log intact', async () => {
    let isRunning = true
    let answered = 0
    const load = Array.from({ length: 8 }, async () => {
      while (isRunning) {
        const answer = await register(`${randomUUID()}@example.com`).catch(() => undefined)
        if (answer?.status !== 201) return
        answered += 1
      }
    })
    await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(60)
    await product.kill()
    isRunning = false
    await Promise.all(load)

    const found = await stowage('audit verify')
    expect(found.code).toBe(0)
    const [, sealed] = /(\d+) sealed events, 0 waiting/.exec(found.out) ?? []
    const [counted] = await asOwner('select count(*) as events from audit.audit_log')
    expect(counted?.['events']).toBe(sealed)
  })

  test('reports a movement without an event', async () => {
    const [{ id } = {}] = await asOwner(
      `insert into tenant.warehouse_settings (platform_id, created_at, updated_at)
       select platform_id, now(), now() from tenant.platforms limit 1`,
      `insert into tenant.warehouses (platform_id, warehouse_id, code, code_key)
       select platform_id, gen_random_uuid(), 'MAIN', 'main' from tenant.warehouse_settings`,
      `insert into tenant.stock_moves (platform_id, kind, warehouse_id, source_type, effective_at,
         recorded_at, actor_type)
       select platform_id, 'adjust', warehouse_id, 'move', now(), now(), 'system'
       from tenant.warehouses where code = 'MAIN' returning platform_id as id`,
    )
    const { code, out } = await stowage('stock verify')
    expect(code).toBe(1)
    expect(out).toContain(`platform ${id}, I15, move 1: expected 1 event, found 0 events`)
    expect(out).toContain('2 problems in 1 platforms.')
  })

  test('L09 reports a change by the database owner with chain and position', async () => {
    const [changed] = await asOwner(
      'alter table audit.audit_log disable trigger append_only',
      `update audit.audit_log set actor_email = 'somebody-else@example.com'
       where id = (select audit_id from audit.audit_seal where seq = 3 order by chain limit 1)
       returning coalesce(platform_id, '00000000-0000-0000-0000-000000000000') as chain`,
    )
    const { code, out } = await stowage('audit verify')
    expect(code).toBe(1)
    expect(out).toMatch(
      new RegExp(`^chain ${changed?.['chain']}[^,]*, seq 3: event or seal changed$`, 'm'),
    )
  })
})
