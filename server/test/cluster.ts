import { randomUUID } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { withRole } from '../src/database/login.ts'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'

export interface TestDatabase {
  /** Superuser or owner login; for arranging what the server itself could not do. */
  ownerUrl: string
  /** Serves as `stowage_app`, as the real server does. */
  appUrl: string
  /** Drops the database. */
  drop(): Promise<void>
}

interface Cluster {
  ownerUrl: string
  appUrl: string
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster
    /** Data of an embedded PostgreSQL with a migrated database, which is stopped. */
    prepared: string
  }
}

const silent = { info: () => {}, warn: console.warn, error: console.error }

/**
 * Once per test run: one PostgreSQL (or the one at TEST_DATABASE_URL, whose login must be a
 * superuser or have CREATEROLE and CREATEDB) and one migrated template to copy from.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prepared = await prepare()
  project.provide('prepared', prepared)
  const external = process.env['TEST_DATABASE_URL']
  const server = external ? await useServer(external) : await startCluster(prepared)
  const { ownerUrl, appUrl, template } = server
  project.provide('cluster', { ownerUrl, appUrl, template })
  return async () => {
    await server.stop()
    rmSync(prepared, { recursive: true, force: true })
  }
}

async function prepare(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stowage-prepared-'))
  try {
    const server = await startEmbedded({ dataDir, log: silent, durable: false })
    await migrate(server.ownerUrl).finally(() => server.stop())
    return dataDir
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

async function useServer(ownerUrl: string) {
  const template = `stowage_test_${randomUUID().slice(0, 8)}`
  await administer(ownerUrl, `create database ${template}`)
  await migrate(databaseUrl(ownerUrl, template))
  const stop = () => dropDatabases(ownerUrl, template)
  return { ownerUrl, appUrl: withRole(ownerUrl, 'stowage_app'), template, stop }
}

async function startCluster(prepared: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stowage-test-'))
  copyData(prepared, dataDir)
  const options = { dataDir, log: silent, durable: false, maxConnections: 300 }
  const server = await startEmbedded(options).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  return {
    ...server,
    template: 'stowage',
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** With the owners of the files. */
function copyData(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', `${from}/.`, to])
}

/**
 * Makes `dataDir` that of a server which started before, with a migrated database: for tests that are not about the first
 * start.
 */
export function prepareData(dataDir: string): string {
  copyData(inject('prepared'), dataDir)
  return dataDir
}

/** The template and what was made here and not dropped, such as the databases that files shared. */
async function dropDatabases(ownerUrl: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(ownerUrl, 'postgres') })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

/** A migrated database of its own for one test file: the files of the template, copied in some 50 ms. */
export async function createDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster')
  return makeDatabase(cluster, `template ${cluster.template} strategy file_copy`)
}

/** An empty database, for tests of the migrations themselves; with a `locale` of the system, one of that. */
export async function createEmptyDatabase(locale?: string): Promise<TestDatabase> {
  const of = locale ? ` locale_provider libc locale '${locale}'` : ''
  return makeDatabase(inject('cluster'), `template template0${of}`)
}

async function makeDatabase(cluster: Cluster, from: string): Promise<TestDatabase> {
  const name = `${cluster.template}_${randomUUID().replaceAll('-', '')}`
  await administer(cluster.ownerUrl, `create database ${name} ${from}`)
  return {
    ownerUrl: databaseUrl(cluster.ownerUrl, name),
    appUrl: databaseUrl(cluster.appUrl, name),
    drop: () => administer(cluster.ownerUrl, `drop database ${name} with (force)`),
  }
}

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(url, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The URL of another database of the same server. */
export function databaseUrl(url: string, database: string): string {
  return url.replace(/^([^/]+\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`)
}
