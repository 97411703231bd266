import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@stowage/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unprivilegedAccount } from '../src/database/postgres-binaries.ts'
import { migrate } from '../src/database/migrate.ts'
import { startApp } from './app.ts'
import { startExternalPostgres, systemPostgres } from './external-postgres.ts'
import { freePort } from './product.ts'
import { newWarehouse } from './warehouse.ts'

/** A server with the tools that make a standby. */
const [bin] = systemPostgres()
const { products } = api.warehouse

describe.runIf(bin)('a read replica', () => {
  let primary: Awaited<ReturnType<typeof startExternalPostgres>>
  let directory: string
  let port: number
  let standby: ChildProcess | undefined
  let app: Awaited<ReturnType<typeof startApp>>
  let site: Awaited<ReturnType<typeof newWarehouse>>

  const as = (login: string) => primary.url.replace('admin:external', `${login}:external`)
  const account = () => ({ ...unprivilegedAccount(), cwd: directory })

  async function ask(url: string, text: string) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const onStandby = (text: string) =>
    ask(primary.url.replace(/:\d+\/stowage/, `:${port}/stowage`), text)

  function startStandby() {
    standby = spawn(
      path.join(bin ?? '', 'postgres'),
      [
        '-D',
        path.join(directory, 'data'),
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${directory}`,
      ],
      { ...account(), stdio: 'ignore' },
    )
  }

  async function stopStandby() {
    if (standby?.exitCode !== null) return
    standby.kill('SIGQUIT')
    await once(standby, 'exit')
  }

  beforeAll(async () => {
    primary = await startExternalPostgres(bin ?? '')
    directory = mkdtempSync(path.join(tmpdir(), 'stowage-standby-'))
    const owner = unprivilegedAccount()
    if (owner) chownSync(directory, owner.uid, owner.gid)
    await ask(primary.url, `create role stowage_web login password 'external'`)
    await migrate(primary.url, { servingLogin: 'stowage_web' })
    const made = spawnSync(
      path.join(bin ?? '', 'pg_basebackup'),
      [
        `--dbname=${as('admin').replace('/stowage', '/postgres')}`,
        `--pgdata=${path.join(directory, 'data')}`,
        '--write-recovery-conf',
        '--checkpoint=fast',
      ],
      { ...account(), encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(made.stderr)
    port = await freePort()
    startStandby()
    const databaseUrl = as('stowage_web')
    app = await startApp(
      {
        LOG_LEVEL: 'silent',
        DATABASE_URL: databaseUrl,
        DATABASE_READ_URL: databaseUrl.replace(/:\d+\/stowage/, `:${port}/stowage`),
        READ_MAX_LAG: '4s',
      },
      undefined,
      { before: { ownerUrl: primary.url, appUrl: databaseUrl, drop: async () => {} } },
    )
    site = await newWarehouse(app)
  })
  afterAll(async () => {
    await app.close()
    await stopStandby()
    await primary.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const isUsed = () =>
    expect
      .poll(() => app.context.replica?.reader(Date.now() - 2_000), { timeout: 30_000 })
      .toBeDefined()

  const at = () => ({ params: site.params, token: site.token })
  const add = (sku: string) =>
    app.call(products.create, { ...at(), body: { name: sku, variants: [{ sku }] } })
  /** Checks whether the product export contains this SKU. */
  async function isInFile(sku: string, headers: Record<string, string> = {}) {
    const query = { format: 'csv' as const }
    const answer = await app.call(products.list, { ...at(), query, headers })
    expect(answer.status).toBe(200)
    return String(answer.body).includes(sku)
  }

  test('answers files and reports within its lag, and nobody is shown less than they wrote', async () => {
    await isUsed()
    await onStandby('select pg_wal_replay_pause()')
    const { status, headers } = await add('SEEN-LATER')
    expect(status).toBe(201)
    const wrote = { 'written-at': String(headers['written-at']) }
    expect(await isInFile('SEEN-LATER')).toBe(false)
    expect(await isInFile('SEEN-LATER', wrote)).toBe(true)
    // Lists on screen are not behind.
    const listed = await app.call(products.list, { ...at(), query: { q: 'SEEN-LATER' } })
    expect(listed.body.items).toHaveLength(1)
    await expect.poll(() => isInFile('SEEN-LATER'), { timeout: 15_000 }).toBe(true)
    expect(app.context.replica?.lagSeconds()).toBeGreaterThan(4)
    await onStandby('select pg_wal_replay_resume()')
    await isUsed()
    expect(await isInFile('SEEN-LATER', wrote)).toBe(true)
  })

  test('that stops is not missed, and answers again when it returns', async () => {
    await isUsed()
    await stopStandby()
    for (let i = 0; i < 10; i++) {
      expect(await isInFile('SEEN-LATER')).toBe(true)
      await sleep(100)
    }
    expect(app.context.replica?.reader(undefined)).toBeUndefined()
    startStandby()
    await isUsed()
  })
})
