import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { settingsOfCell } from '../src/commands/cell.ts'
import { readConfig } from '../src/config.ts'
import { setupCells } from './cells.ts'
import { administer } from './cluster.ts'
import { stocked } from './fixtures.ts'
import { movesOf } from './moves.ts'

const command = path.resolve(import.meta.dirname, '../src/commands/stowage.ts')
const secret = 'a secret of this test, 32 bytes long'
const installation = await setupCells(['b'], { APP_SECRET: secret })
const { urlsOf } = installation
const moves = movesOf(installation)
const dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-cell-commands-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs `stowage cell …` as a person at the machine would. */
async function cell(line: string, more: Record<string, string> = {}) {
  const { url, ownerUrl } = urlsOf('main')
  const child = spawn(process.execPath, [command, 'cell', ...line.split(' ')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      APP_SECRET: secret,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: out.trim(), err: err.trim() }
}

test('adds, lists and drains cells, moves a platform and cleans up', async () => {
  const site = await moves.newWarehouseIn('main')
  await stocked(installation.app, site)
  await administer(urlsOf('main').ownerUrl, 'create database d')
  const urls = { CELL_DATABASE_URL: urlsOf('d').url, CELL_DATABASE_OWNER_URL: urlsOf('d').ownerUrl }
  expect(await cell('add d')).toMatchObject({
    code: 1,
    err: expect.stringContaining('CELL_DATABASE_URL: '),
  })
  expect(await cell('add d', urls)).toMatchObject({
    code: 0,
    out: expect.stringContaining('d is a cell.'),
  })
  expect(await cell('drain d')).toMatchObject({
    code: 0,
    out: 'd takes no new platforms. 0 are left to move.',
  })
  expect(await cell(`move ${site.platform.slug} d`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('d is draining.'),
  })
  expect(await cell('activate d')).toMatchObject({ code: 0 })
  const moved = await cell(`move ${site.platform.slug} d`)
  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(moved.out).toMatch(
    /of \d+ tables\.[\s\S]+Writes are paused\.[\s\S]+The platform is in d\./,
  )
  expect(await cell(`move ${site.platform.id} --back`)).toMatchObject({
    code: 1,
    err: 'The platform is not being moved.',
  })
  const listed = await cell('list')
  expect(listed.code).toBe(0)
  expect(listed.out.split('\n')).toEqual([
    expect.stringMatching(/^main: active, 0 platforms, \d+ MB$/),
    expect.stringMatching(
      /^b: active, 0 platforms, \d+ MB, to main .* behind, from main .* behind$/,
    ),
    expect.stringMatching(/^d: active, 1 platforms, /),
  ])
  expect(await cell('clean')).toMatchObject({ code: 0, out: 'Nothing is left behind.' })
  expect(await cell('clean', { CLOCK_OFFSET_SECONDS: '660' })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Deleted \d+ rows of the platform .* in main\.$/),
  })
})

test('refuses the built-in database, and says which cell does not answer', async () => {
  expect(await cell('list', { DATABASE_URL: '', DATABASE_OWNER_URL: '' })).toMatchObject({
    code: 1,
  })
  expect(await cell('drain nowhere')).toMatchObject({
    code: 1,
    err: 'There is no cell nowhere. See stowage cell list.',
  })
})

test('a backup of a cell is one of its database, with the logins that are stored', async () => {
  const { url, ownerUrl } = urlsOf('main')
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    APP_SECRET: secret,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
  })
  const there = urlsOf('b')
  expect(await settingsOfCell(config, 'b')).toEqual({
    ...config,
    databaseUrl: there.url,
    databaseOwnerUrl: there.ownerUrl,
    databaseAdminUrl: there.adminUrl,
  })
  await expect(settingsOfCell(config, 'nowhere')).rejects.toThrow('There is no cell nowhere.')
})
