import { readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isAlive, readOrUndefined } from './process-identity.ts'

/** Milliseconds a fast shutdown may take before it becomes immediate. */
const fastShutdownMillis = 20_000

interface PidFile {
  pid: number
  socketDir: string
  port: string
}

/**
 * Stops the PostgreSQL that a killed server left running on `cluster`. Stops a process only if it
 * is a PostgreSQL in this directory. If the process id now belongs to another program, only the pid
 * file is removed. Returns the id of the stopped process.
 */
export async function stopOrphan(cluster: string, password: string): Promise<number | undefined> {
  const pidFile = join(cluster, 'postmaster.pid')
  const lines = readOrUndefined(pidFile)?.split('\n')
  if (!lines) return undefined
  const found = { pid: Number(lines[0]), port: lines[3] ?? '', socketDir: lines[4] ?? '' }
  const isOurs = isAlive(found.pid) && (await worksIn(found, cluster, password))
  if (isOurs) await stopPostmaster(found.pid)
  rmSync(pidFile, { force: true })
  return isOurs ? found.pid : undefined
}

/** Stops our postmaster: fast within 20 s, then immediate. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, millis] of [
    ['SIGINT', fastShutdownMillis],
    ['SIGQUIT', 10_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const deadline = Date.now() + millis
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return
      await sleep(10)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`)
}

async function worksIn(found: PidFile, cluster: string, password: string): Promise<boolean> {
  if (process.platform !== 'linux') return answersFor(found, cluster, password)
  try {
    const program = readOrUndefined(`/proc/${found.pid}/comm`)?.trim()
    return (
      program === 'postgres' && readlinkSync(`/proc/${found.pid}/cwd`) === realpathSync(cluster)
    )
  } catch {
    // Unreadable means another user's process, so it is not ours.
    return false
  }
}

/** Checks through the socket when the working directory of a process is unreadable. */
async function answersFor(found: PidFile, cluster: string, password: string): Promise<boolean> {
  const client = new pg.Client({
    host: found.socketDir,
    port: Number(found.port),
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ directory: string }>(
      `select current_setting('data_directory') as directory`,
    )
    return realpathSync(rows[0]?.directory ?? '') === realpathSync(cluster)
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
