import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { addCell } from '../src/cells/add.ts'
import { connect } from '../src/database/connect.ts'
import { startEmbedded } from '../src/database/embedded.ts'
import { startApp } from './app.ts'
import { administer, databaseUrl, prepareData } from './cluster.ts'

const silent = { info: () => {}, warn: console.warn, error: console.error }

/** PostgreSQL settings of an installation with several databases. */
const replicating = {
  wal_level: 'logical',
  max_replication_slots: '40',
  max_wal_senders: '40',
  max_active_replication_origins: '40',
  max_logical_replication_workers: '30',
  max_sync_workers_per_subscription: '4',
  max_worker_processes: '40',
  // A failed worker tries again soon.
  wal_retrieve_retry_interval: '200ms',
  // Without durability, what was committed is sent after this time.
  wal_writer_delay: '10ms',
}

/**
 * The application on a control database and cells of these names, each a database of one PostgreSQL and connected to
 * the control database by replication. Closed after the last test of the file. `via` gives the application another
 * way to a cell, such as one that can be cut.
 */
export async function setupCells(
  names: readonly string[],
  env: Record<string, string> = {},
  via: (databaseUrl: string) => Promise<string> = async (url) => url,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stowage-cells-'))
  prepareData(dataDir)
  const options = { dataDir, log: silent, durable: false, maxConnections: 300 }
  const server = await startEmbedded({ ...options, settings: replicating })
  const urlsOf = (name: string) => ({
    url: databaseUrl(server.appUrl, name),
    ownerUrl: databaseUrl(server.ownerUrl, name),
    adminUrl: databaseUrl(server.ownerUrl, name),
  })
  for (const name of ['control', ...names])
    await administer(server.ownerUrl, `create database ${name} template stowage`)

  const { url: appUrl, ownerUrl } = urlsOf('control')
  const app = await startApp(env, undefined, {
    before: { appUrl, ownerUrl, drop: async () => {} },
  })
  const { secrets, cells } = app.context
  for (const name of names) {
    const urls = { ...urlsOf(name), url: await via(urlsOf(name).url) }
    await addCell({ name, urls, controlUrl: ownerUrl, secrets, at: new Date() })
  }
  await cells.refresh()
  /** A superuser of the database of a cell; `main` is the control database. */
  const owners = new Map(
    ['main', ...names].map((name) => [
      name,
      connect(urlsOf(name === 'main' ? 'control' : name).ownerUrl, { max: 3 }),
    ]),
  )

  afterAll(async () => {
    await app.close()
    await cells.close()
    for (const owner of owners.values()) await owner.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    app,
    urlsOf: (name: string) => urlsOf(name === 'main' ? 'control' : name),
    owner: (name: string) => {
      const owner = owners.get(name)
      if (!owner) throw new Error(`there is no cell ${name}`)
      return owner.db
    },
  }
}
