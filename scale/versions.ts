// The oldest supported PostgreSQL of the system: tests of orders, stock and the floor, the races, the plans of all verbs, and
// orders measured on it and on the embedded one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { startExternalPostgres, systemPostgres } from '../server/test/external-postgres.ts'
import { needPackages, say } from './debian.ts'

const root = path.resolve(import.meta.dirname, '..')
const tests = [
  'server/src/orders/',
  'server/src/warehouse/',
  'server/test/races/',
  'server/test/plans/',
]

/** Runs a program of this checkout to its end, and fails with it. */
function run(program: string, args: string[], env: Record<string, string> = {}) {
  const { status, error } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? `code ${status}`}`)
}

export async function testVersions(): Promise<string> {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) needPackages('postgresql-15')
  const [bin] = systemPostgres()
  if (!bin) return 'Skipped: PostgreSQL 15 is not installed (apt-get install postgresql-15).'
  say(`With ${bin}`)
  const settings = { max_connections: '300', max_locks_per_transaction: '256' }
  const postgres = await startExternalPostgres(bin, settings)
  const url = postgres.url.replace(/\/stowage$/, '/postgres')
  try {
    run('node_modules/vitest/vitest.mjs', ['run', ...tests], { TEST_DATABASE_URL: url })
  } finally {
    await postgres.stop()
  }
  run('bench/versions-run.ts', [])
  return 'The tests of orders, stock and the floor, the races and the plans passed on it.'
}
