import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadPlan, LoadResults } from './load.ts'
import type { RawPlan } from './raw-sql.ts'

export const root = path.resolve(import.meta.dirname, '..')

// JavaScript, because the scripts run before packages are installed.
const scripts = {
  processes: path.join(root, 'scripts', 'processes.mjs'),
  install: path.join(root, 'scripts', 'install.mjs'),
}
const { serverEnvironment, serverFlags } = (await import(scripts.processes)) as {
  serverEnvironment: Record<string, string>
  serverFlags: string[]
}
export const { buildWeb } = (await import(scripts.install)) as { buildWeb(): boolean }

const readyWithinMs = 60_000
const stopWithinMs = 15_000
const children = new Set<ChildProcess>()

// The last resort. `endAll` runs first.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Ends all running processes in order. A killed server would leave its database running. */
export const endAll = () => Promise.all([...children].map(end))

export interface Service {
  pid: number
  port: number
  /** Time from process start to the first ready reply. */
  readyAfterMs: number
  stop(): Promise<void>
}

/**
 * Starts one of our servers on a free port and waits until `readyPath` answers 200. Rejects with
 * its last output if it ends first, or after a minute.
 */
export async function startService(
  file: string,
  readyPath: string,
  env: Record<string, string>,
): Promise<Service> {
  const port = await freePort()
  const from = performance.now()
  const { child, words } = run(file, [], { ...env, PORT: String(port) })
  const url = `http://127.0.0.1:${port}${readyPath}`
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() - from > readyWithinMs) {
      await end(child)
      throw new Error(`${file} is not ready: ${words()}`)
    }
    await sleep(5)
  }
  return {
    // A process that answers has a pid.
    pid: child.pid as number,
    port,
    readyAfterMs: performance.now() - from,
    stop: () => end(child),
  }
}

/**
 * Pins this process and its future children to one CPU. Returns false on a single CPU or without
 * the Linux command.
 */
export const keepTo = (processor: number): boolean =>
  cpus().length > 1 &&
  spawnSync('taskset', ['-acp', String(processor), String(process.pid)]).status === 0

/** Runs `work` with its children pinned to this CPU, then returns this process to the first. */
export async function startOn<T>(processor: number | undefined, work: () => Promise<T>) {
  if (processor === undefined) return work()
  keepTo(processor)
  return work().finally(() => keepTo(0))
}

/** Runs a script that prints one line of JSON, with a timeout of `withinMs`. */
async function ask<T>(file: string, args: string[], withinMs: number): Promise<T> {
  const { child, words, output } = run(file, args, {})
  const late = setTimeout(() => child.kill('SIGKILL'), withinMs)
  // Not `exit`, which can precede the last output.
  await once(child, 'close')
  clearTimeout(late)
  if (child.exitCode !== 0) throw new Error(`${file} failed: ${words()}`)
  return JSON.parse(output()) as T
}

/** Runs a script with a plan that may be too long for an argument. */
async function askWithPlan<T>(script: string, plan: object, withinMs: number): Promise<T> {
  const file = path.join(tmpdir(), `stowage-plan-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(plan), { mode: 0o600 })
  return ask<T>(script, [file], withinMs).finally(() => rmSync(file))
}

/** Runs a load. Rejects on unexpected replies, because refusals have a different speed. */
export async function load(plan: LoadPlan): Promise<LoadResults> {
  const withinMs = plan.warmupMs + plan.measureMs + 20_000
  const results = await askWithPlan<LoadResults>('bench/load.ts', plan, withinMs)
  for (const [name, { requests, refused }] of Object.entries(results)) {
    if (requests === 0 && name !== 'crowd')
      throw new Error(`${name}: not one answer in ${plan.measureMs} ms`)
    if (Object.keys(refused).length > 0)
      throw new Error(`${name}: answers that are not as expected: ${JSON.stringify(refused)}`)
  }
  return results
}

/** Returns verifications of `storedHash` per second without a server. */
export const hashAlone = (storedHash: string, seconds: number) =>
  ask<number>('bench/raw-hash.ts', [storedHash, String(seconds)], seconds * 1000 + 20_000)

/** Returns executions per second of one statement without a server. */
export const rawSql = (plan: RawPlan) =>
  askWithPlan<number>('bench/raw-sql.ts', plan, plan.seconds * 1000 + 20_000)

/** Returns the resident memory of a process in MB (10^6 bytes). */
export function residentMb(pid: number): number {
  const kib =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return (Number(kib) * 1024) / 1e6
}

function run(file: string, args: string[], env: Record<string, string>) {
  // With the same flags as `npm start`.
  const child = spawn(process.execPath, [...serverFlags, path.join(root, file), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...serverEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  let output = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => (output = (output + String(chunk)).slice(-20_000)))
  child.stderr.on('data', (chunk: Buffer) => (complaints += String(chunk)))
  const words = () => (output + complaints).trim().split('\n').slice(-8).join('\n') || 'no output'
  return { child, words, output: () => output }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await ended
  clearTimeout(late)
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.body?.cancel().then(() => answer.ok) ?? answer.ok,
    () => false,
  )

/** Returns a port that is free now, which is sufficient on a bench machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
