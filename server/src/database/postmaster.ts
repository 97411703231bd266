import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopPostmaster } from './orphan.ts'
import type { Account } from './postgres-binaries.ts'
import { readOrUndefined } from './process-identity.ts'

const lookMillis = 1_000
// A killed server first replays its log, which can take minutes.
const readyMillis = 600_000

export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface PostmasterPlan {
  /** Directory with bin/postgres. */
  native: string
  /** The database directory. */
  cluster: string
  socketDir: string
  logFile: string
  account: Account | undefined
  /** Server settings that differ from the defaults. */
  settings: Record<string, string>
  /** Aborted when this process is about to end. Nothing is restarted afterwards. */
  leaving?: AbortSignal
}

export interface Postmaster {
  pid(): number
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL, resolves when it accepts connections, and restarts it on the same socket
 * whenever it ends unexpectedly: within a second, then with pauses of up to five seconds. Rejects
 * with the server's own message if the first start fails.
 */
export async function runPostmaster(plan: PostmasterPlan, log: Log): Promise<Postmaster> {
  let stopped = false
  const isLeaving = () => stopped || plan.leaving?.aborted === true
  let child = launch(plan)
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)

  const watch = () => {
    const looks = setInterval(() => void look(), lookMillis)
    // A smart shutdown waits for all connections and accepts no new ones.
    const look = async () => {
      if (isLeaving() || statusOf(child, plan) !== 'stopping') return
      clearInterval(looks)
      log.error('PostgreSQL was told to stop, but not by Stowage; restarting it')
      await end(child).catch((error: unknown) => log.error(String(error)))
    }
    child.once('exit', (code, signal) => {
      clearInterval(looks)
      if (isLeaving()) return
      log.error(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}); starting it again`)
      void restart()
    })
  }
  const restart = async () => {
    for (let delay = 50; !isLeaving(); delay = Math.min(delay * 2, 5_000)) {
      await sleep(delay)
      if (isLeaving()) return
      child = launch(plan)
      try {
        await ready(child, plan)
        log.info('PostgreSQL is back')
        return watch()
      } catch (error) {
        log.error(error instanceof Error ? error.message : String(error))
      }
    }
  }

  try {
    await ready(child, plan)
  } catch (error) {
    process.off('exit', endWithUs)
    throw error
  }
  watch()
  return {
    pid: () => child.pid ?? 0,
    stop: async () => {
      stopped = true
      await end(child)
      process.off('exit', endWithUs)
    },
  }
}

function launch(plan: PostmasterPlan): ChildProcess {
  const settings = {
    ...plan.settings,
    listen_addresses: '',
    unix_socket_directories: plan.socketDir,
    unix_socket_permissions: '0700',
  }
  const output = openSync(plan.logFile, 'a', 0o600)
  try {
    return spawn(
      join(plan.native, 'bin', 'postgres'),
      [
        '-D',
        clusterArgument(plan),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...plan.account,
        cwd: plan.cluster,
        env: programEnvironment,
        stdio: ['ignore', output, output],
        // Own process group, so Ctrl-C reaches only this process, which stops PostgreSQL cleanly.
        detached: true,
      },
    )
  } finally {
    closeSync(output)
  }
}

/** A fixed environment, so no PG* variable changes the behavior of the programs. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Returns the cluster path as an argument. Relative to the working directory, because another
 * account may not be able to read the real path.
 */
export function clusterArgument(plan: Pick<PostmasterPlan, 'cluster' | 'account'>): string {
  return plan.account ? '/proc/self/cwd' : plan.cluster
}

async function ready(child: ChildProcess, plan: PostmasterPlan): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  const deadline = Date.now() + readyMillis
  while (Date.now() < deadline) {
    if (failure) throw failure
    if (hasEnded(child)) throw new Error(`PostgreSQL did not start: ${lastWords(plan.logFile)}`)
    if (statusOf(child, plan) === 'ready') return
    await sleep(10)
  }
  await end(child)
  throw new Error(`PostgreSQL was not ready after ${readyMillis / 60_000} minutes.`)
}

/** Returns the status in the pid file: `starting`, `ready` or `stopping`, or undefined. */
function statusOf(child: ChildProcess, plan: PostmasterPlan): string | undefined {
  const lines = readOrUndefined(join(plan.cluster, 'postmaster.pid'))?.split('\n')
  return Number(lines?.[0]) === child.pid ? lines?.[7]?.trim() : undefined
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return
  const ended = once(child, 'exit')
  await stopPostmaster(child.pid)
  await ended
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function lastWords(logFile: string): string {
  const lines = readOrUndefined(logFile)?.trimEnd().split('\n') ?? []
  return lines.slice(-3).join(' / ') || 'it said nothing'
}
