import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@stowage/contract'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../../src/database/embedded.ts'
import { readOrUndefined } from '../../src/database/process-identity.ts'
import { setupApp } from '../app.ts'
import { prepareData } from '../cluster.ts'
import { startWorkerFor } from '../worker-for.ts'

const log = { info: () => {}, warn: console.warn, error: console.error }

const dataDir = mkdtempSync(join(tmpdir(), 'stowage-frozen-'))
prepareData(dataDir)
const server = await startEmbedded({ dataDir, log, durable: false })
const before = { ownerUrl: server.ownerUrl, appUrl: server.appUrl, drop: async () => {} }
const app = await setupApp({ LOG_LEVEL: 'silent' }, undefined, {
  before,
  connection: { statementTimeout: 1_000 },
})
const worker = await startWorkerFor(app)
afterAll(async () => {
  signalAll('SIGCONT')
  await worker.stop()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends a signal to the postmaster and every process it started. */
function signalAll(signal: 'SIGSTOP' | 'SIGCONT') {
  const postmaster = server.pid()
  const parentOf = (pid: string) =>
    /^PPid:\s+(\d+)/m.exec(readOrUndefined(`/proc/${pid}/status`) ?? '')?.[1]
  const children = readdirSync('/proc').filter((pid) => parentOf(pid) === String(postmaster))
  for (const pid of [postmaster, ...children.map(Number)]) process.kill(pid, signal)
}

async function ask(url: string, statement: string): Promise<{ id: string }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ id: string }>(statement)).rows
  } finally {
    await client.end()
  }
}

test('answers 503 while the database is frozen and recovers afterwards', async () => {
  const owner = await app.newOperator()
  const platform = await app.newPlatform(owner)
  const member = await app.newMember(owner, platform)
  const { token, email, password } = owner
  const { identity, platforms } = api
  const calls = () =>
    Promise.all([
      app.call(identity.profile.me, { token }),
      app.call(identity.sessions.login, { body: { email, password } }),
      app.call(platforms.directory.mine, { token }),
      app.call(platforms.audit.list, { token }),
      app.call(platforms.tenantSessions.me, {
        token: member.token,
        params: { slug: platform.slug },
      }),
    ])
  // As many connections as the pool has, so a request meets an open one.
  await Promise.all(Array.from({ length: 6 }, calls))

  const created: string[] = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const answer = await app.call(platforms.directory.create, {
        token,
        body: { name: `F ${randomUUID()}` },
      })
      if (answer.status === 201) created.push(answer.body.platform.id)
      else expect(answer.status).toBe(503)
    }
  }
  const writers = Promise.all([write(), write(), write()])
  await expect.poll(() => created.length, { timeout: 60_000 }).toBeGreaterThan(3)

  signalAll('SIGSTOP')
  const asked = calls()
  expect((await app.http.inject('/readyz')).statusCode).toBe(503)
  for (const answer of [...(await asked), ...(await calls())]) {
    expect(answer.status).toBe(503)
    expect(answer.body['code']).toBe('unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  signalAll('SIGCONT')
  isOver = true
  await writers
  await expect
    .poll(async () => (await app.http.inject('/readyz')).statusCode, { timeout: 60_000 })
    .toBe(200)
  expect((await calls()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])

  const owned = await ask(server.ownerUrl, 'select platform_id as id from tenant.platforms')
  expect(created.filter((id) => !owned.some((row) => row.id === id))).toEqual([])
  await worker.settle()
})
