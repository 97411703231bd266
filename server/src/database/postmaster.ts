import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopPostmaster } from './orphan.ts'
import type { Account } from './postgres-binaries.ts'
import { readOrUndefined } from './process-identity.ts'

const lookMillis = 1_000
// A server that was killed replays its log first, which on a busy one takes a while.
const readyMillis = 600_000

export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface PostmasterPlan {
  /** Directory that holds bin/postgres. */
  native: string
  /** The database directory. */
  cluster: string
  socketDir: string
  logFile: string
  account: Account | undefined
  /** Server settings beyond the defaults. */
  settings: Record<string, string>
  /** Aborted as soon as this process is to end; from then on nothing is restarted. */
  leaving?: AbortSignal
}

export interface Postmaster {
  pid(): number
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL, resolves when it accepts connections, and starts it again on the same socket
 * whenever it ends unasked, or is told to by somebody else: within a second, and then with pauses
 * that grow to five seconds. Rejects with the server's own words when the first start fails.
 */
export async function runPostmaster(plan: PostmasterPlan, log: Log): Promise<Postmaster> {
  let stopped = false
  const isLeaving = () => stopped || plan.leaving?.aborted === true
  let child = launch(plan)
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)

  const watch = () => {
    const looks = setInterval(() => void look(), lookMillis)
    // One told to stop in order waits for every connection to end, and lets nobody in.
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
        // Its own process group: Ctrl-C must reach this process only, which then stops it in order.
        detached: true,
      },
    )
  } finally {
    closeSync(output)
  }
}

/** Nothing of ours, above all no PG* variable, changes how the programs behave. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * How a program started in the database directory is told of it. Under another account the real
 * path may lead through directories closed to that account; its own working directory never is.
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

/** What the server says of itself: `starting`, `ready` or `stopping`; undefined before it says anything. */
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
