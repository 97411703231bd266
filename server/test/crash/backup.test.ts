import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareData } from '../cluster.ts'
import { startProduct, type Product } from '../product.ts'

const command = path.resolve(import.meta.dirname, '../../src/commands/stowage.ts')
const password = 'worth keeping'

let place: string
let product: Product
const dirOf = (name: string) => path.join(place, name)
const env = (dataDir: string) => ({
  NODE_ENV: 'test',
  DATA_DIR: dirOf(dataDir),
  LOG_LEVEL: 'fatal',
  APP_SECRET: 'kept in another place than the backup',
  ARGON2_MEMORY_KIB: '64',
  ARGON2_TIME: '1',
})
beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'stowage-backup-'))
  prepareData(dirOf('live'))
  product = await startProduct(env('live'))
})
afterAll(async () => {
  await product.stop()
  rmSync(place, { recursive: true, force: true })
})

async function stowage(dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, ...env(dataDir) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: out.trim(), err: err.trim() }
}

const post = async ({ url }: Product, at: string, body: object) => {
  const answer = await fetch(`${url}/api/v1${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}
const register = async () => {
  const email = `${randomUUID()}@example.com`
  const person = { firstName: 'Ada', lastName: 'Alba', email, password }
  return (await post(product, '/auth/register', person)) === 201 ? email : undefined
}

test('a backup made while people write is restored with everything acknowledged before', async () => {
  const before = await Promise.all(Array.from({ length: 20 }, register))
  let isRunning = true
  let meanwhile = 0
  const load = Array.from({ length: 4 }, async () => {
    while (isRunning) if (await register()) meanwhile += 1
  })
  const made = await stowage('live', 'backup', dirOf('monday'))
  isRunning = false
  await Promise.all(load)
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/^Backup complete: .*monday, \d+ MB\.\nIt does not contain APP_SECRET/)
  expect(meanwhile).toBeGreaterThan(5)

  const restored = await stowage('tuesday', 'restore', dirOf('monday'))
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('Stock integrity check passed')
  expect(restored.out).toContain('Audit log check passed')
  const copy = await startProduct(env('tuesday'))
  try {
    for (const email of before)
      expect([email, await post(copy, '/auth/login', { email, password })]).toEqual([email, 200])
  } finally {
    await copy.stop()
  }
})

test('what cannot be restored is refused in one sentence and leaves no database', async () => {
  const refused = async (dataDir: string, backup: string) => {
    const { code, out, err } = await stowage(dataDir, 'restore', dirOf(backup))
    expect([code, out]).toEqual([1, ''])
    return err
  }
  expect(await refused('live', 'monday')).toBe(
    `DATA_DIR: there is a database in ${dirOf('live')} already. Name an empty directory.`,
  )
  expect(await refused('new', 'nowhere')).toBe(`There is no directory ${dirOf('nowhere')}.`)
  expect(await refused('new', 'live')).toBe(
    `There is no finished backup in ${dirOf('live')}: manifest.json is missing.`,
  )
  const segments = path.join(dirOf('monday'), 'postgres', 'pg_wal')
  const [segment = ''] = readdirSync(segments)
  appendFileSync(path.join(segments, segment), 'x')
  expect(await refused('new', 'monday')).toBe(
    `The backup is damaged: ${path.join(segments, segment)} was changed.`,
  )
  rmSync(path.join(segments, segment))
  expect(await refused('new', 'monday')).toBe(
    `The backup is damaged: ${path.join(segments, segment)} is missing.`,
  )
  expect(existsSync(path.join(dirOf('new'), 'postgres'))).toBe(false)
  expect((await stowage('live', 'backup', dirOf('monday'))).err).toBe(
    `${dirOf('monday')} is not empty. Name a new directory for the backup.`,
  )
})
