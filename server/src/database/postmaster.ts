import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopPostmaster } from './orphan.ts'
import type { Account } from './postgres-binaries.ts'
import { readOrUndefined } from './process-identity.ts'

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
}

export interface Postmaster {
  pid(): number
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL, resolves when it accepts connections, and starts it again on the same socket
 * whenever it ends unasked. Rejects with the server's own words when the first start fails.
 */
export async function runPostmaster(plan: PostmasterPlan, log: Log): Promise<Postmaster> {
  let stopping = false
  let child = launch(plan)
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)

  const watch = () => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      log.error(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}); starting it again`)
      void restart()
    })
  }
  const restart = async () => {
    for (let delay = 50; !stopping; delay = Math.min(delay * 2, 5_000)) {
      await sleep(delay)
      if (stopping) return
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
      stopping = true
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
        ...['-D', clusterArgument(plan)],
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
    if (hasEnded(child)) throw new Error(`PostgreSQL does not start: ${lastWords(plan.logFile)}`)
    const lines = readOrUndefined(join(plan.cluster, 'postmaster.pid'))?.split('\n')
    if (Number(lines?.[0]) === child.pid && lines?.[7]?.startsWith('ready')) return
    await sleep(10)
  }
  await end(child)
  throw new Error(`PostgreSQL is not ready after ${readyMillis / 60_000} minutes.`)
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
