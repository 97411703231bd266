import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeAccounts, post } from '../../bench/accounts.ts'
import { openSite } from '../../bench/posting.ts'
import { migrate } from '../src/database/migrate.ts'
import { createEmptyDatabase } from './cluster.ts'
import { git, lastRelease } from './last-release.ts'
import { freePort, startProduct } from './product.ts'

const repository = path.resolve(import.meta.dirname, '../..')

const release = existsSync(path.join(repository, '.git')) ? lastRelease() : ''

/** Unpacks the server of a commit. It uses the libraries of this tree, but its own contract. */
function unpack(commit: string, opened: AsyncDisposableStack): string {
  const root = mkdtempSync(path.join(tmpdir(), 'stowage-release-'))
  opened.defer(() => rmSync(root, { recursive: true, force: true }))
  const tar = path.join(root, 'server.tar')
  git('archive', '--output', tar, commit, 'server', 'contract', 'package.json')
  const { status, stderr } = spawnSync('tar', ['-xf', tar, '-C', root], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const [libraries, own] = [path.join(repository, 'node_modules'), path.join(root, 'node_modules')]
  mkdirSync(path.join(own, '@stowage'), { recursive: true })
  symlinkSync(path.join(root, 'contract'), path.join(own, '@stowage/contract'))
  for (const name of readdirSync(libraries))
    if (name !== '@stowage') symlinkSync(path.join(libraries, name), path.join(own, name))
  mkdirSync(path.join(root, 'web'))
  symlinkSync(path.join(repository, 'web/dist'), path.join(root, 'web/dist'))
  return root
}

describe.runIf(release)('the server of the last release', () => {
  test('works on while a newer server has changed the tables', async () => {
    await using opened = new AsyncDisposableStack()
    const database = await createEmptyDatabase()
    opened.defer(() => database.drop())
    const port = await freePort()
    const old = await startProduct(
      {
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: database.appUrl,
        DATABASE_OWNER_URL: database.ownerUrl,
        APP_SECRET: 's'.repeat(40),
        PUBLIC_URL: 'http://localhost',
        REQUIRE_VERIFIED_EMAIL: 'off',
      },
      unpack(release, opened),
    )
    opened.defer(() => old.stop())
    const [account] = await makeAccounts(port, 1)
    if (!account) throw new Error('There is no account.')

    await migrate(database.ownerUrl)

    expect((await fetch(`${old.url}/readyz`)).status).toBe(200)
    const { email, password } = account
    await post(port, '/api/v1/auth/login', { email, password })
    // The address in that release.
    const warehouses = 'places/warehouses'
    const { site, items } = await openSite(port, account, 'upgraded', 2, warehouses)
    const ask = (noun: string, body: object) =>
      post(port, `/api/v1/tenant/${site.slug}/${noun}`, body, site.token)
    const [variantId] = items
    await ask('receiving/receipts', {
      warehouseId: site.warehouse,
      complete: true,
      lines: [{ variantId, qty: '5', locationId: site.bin, unitCost: '1' }],
    })
    const order = { confirm: { mode: 'strict' }, lines: [{ variantId, qty: '2' }] }
    expect(await ask('orders', order)).toMatchObject({ order: { state: 'confirmed' } })
  })
})
