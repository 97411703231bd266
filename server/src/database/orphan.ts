import { readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isAlive, readOrUndefined } from './process-identity.ts'

/** How long a fast shutdown may take before open work is thrown away, in milliseconds. */
const fastShutdownMillis = 20_000

interface PidFile {
  pid: number
  socketDir: string
  port: string
}

/**
 * Stops the PostgreSQL that a killed server left running on `cluster`, so that a new one can start.
 * A process is stopped only when it is known to be a PostgreSQL at work in this very directory;
 * when the number in the pid file now belongs to something else, only the file is removed.
 * Returns the process that was stopped.
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

/** Ends a postmaster of ours: cleanly if it can within 20 s, at once after that. */
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
    // Not readable means another user's process, and ours would be our own.
    return false
  }
}

/** Where the working directory of a process cannot be read: ask the server behind the socket. */
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
