import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { unprivilegedAccount } from '../src/database/postgres-binaries.ts'
import { freePort } from './product.ts'

const debian = '/usr/lib/postgresql'

/** Directories with a PostgreSQL the system brought along, oldest major first; often none. */
export function systemPostgres(): string[] {
  if (!existsSync(debian)) return []
  return readdirSync(debian)
    .sort((a, b) => Number(a) - Number(b))
    .map((major) => path.join(debian, major, 'bin'))
    .filter((bin) => existsSync(path.join(bin, 'postgres')))
}

/**
 * A PostgreSQL that is none of ours, as an installation with DATABASE_URL has it: on a TCP port,
 * with a password, an empty database and its own superuser. `settings` are those of the server.
 */
export async function startExternalPostgres(bin: string, settings: Record<string, string> = {}) {
  const account = unprivilegedAccount()
  const directory = mkdtempSync(path.join(tmpdir(), 'stowage-external-'))
  const cluster = path.join(directory, 'data')
  const passwordFile = path.join(directory, 'password')
  writeFileSync(passwordFile, 'external')
  if (account)
    for (const place of [directory, passwordFile]) chownSync(place, account.uid, account.gid)

  const asThem = { ...account, cwd: directory }
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'admin',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-sync',
      '-E',
      'UTF8',
    ],
    { ...asThem, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)

  const port = await freePort()
  const server = spawn(
    path.join(bin, 'postgres'),
    [
      '-D',
      cluster,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${directory}`,
      '-c',
      'fsync=off',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...asThem, stdio: 'ignore' },
  )
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const admin = `postgresql://admin:external@127.0.0.1:${port}`
  await createDatabase(`${admin}/postgres`)
  return {
    url: `${admin}/stowage`,
    cluster,
    async stop() {
      server.kill('SIGINT')
      await exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function createDatabase(url: string) {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('create database stowage')
      return
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
