// Three machines on one: each has an address of the loopback network, so their files are those of `deploy` with other
// addresses.
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unprivilegedAccount } from '../server/src/database/postgres-binaries.ts'

export const ports = { write: 5000, read: 5001 }
const names = ['db1', 'db2', 'db3'] as const
export type Name = (typeof names)[number]
const addresses = { db1: '127.0.0.11', db2: '127.0.0.12', db3: '127.0.0.13' }
export const password = 'of-the-scenario'

/** State of one database as Patroni reports it. */
type Member = { name: Name; role: string; state: string; lag?: number | 'unknown' }

/** An example of `deploy` with these words instead of its own. */
export function fillExample(name: string, words: Record<string, string>): string {
  let text = readFileSync(path.resolve(import.meta.dirname, '../deploy', name), 'utf8')
  for (const [from, to] of Object.entries(words)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not contain ${from}.`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Waits until `look` finds something. */
export async function until<T>(what: string, seconds: number, look: () => Promise<T | undefined>) {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`${what} did not happen in ${seconds} s.`)
    await sleep(250)
  }
}

/** A directory that the account of the databases owns, removed at the end. */
export function makePlace(opened: AsyncDisposableStack): string {
  const place = mkdtempSync('/tmp/stowage-machines-')
  opened.defer(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }))
  own(place)
  return place
}

function own(file: string) {
  const account = unprivilegedAccount()
  if (account) chownSync(file, account.uid, account.gid)
}

export function writeOwn(file: string, text: string): string {
  writeFileSync(file, text, { mode: 0o600 })
  own(file)
  return file
}

/** Starts a program as the account of the databases, with a log of its own. */
export function startProgram(place: string, log: string, program: string, args: string[]) {
  const output = openSync(path.join(place, `${log}.log`), 'a')
  const options: SpawnOptions = {
    ...unprivilegedAccount(),
    cwd: place,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: place, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', output, output],
  }
  const child = spawn(program, args, options)
  const exited = once(child, 'exit')
  return {
    kill: () => child.kill('SIGKILL') && exited,
    /** Asks it to end, and ends it after 20 s. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await Promise.race([exited, sleep(20_000).then(() => child.kill('SIGKILL'))])
    },
  }
}

/** Starts three machines with etcd, Patroni and PostgreSQL, and HAProxy beside the server. */
export async function startMachines(place: string, opened: AsyncDisposableStack) {
  const others = { '10.0.0.': '127.0.0.' }
  for (const name of names) {
    const own = { '<name>': name, '<address>': addresses[name], ...others }
    const data = { '/var/lib/etcd/stowage': path.join(place, `etcd-${name}`) }
    const file = writeOwn(
      path.join(place, `etcd-${name}.yml`),
      fillExample('etcd.yml', { ...own, ...data }),
    )
    const member = startProgram(place, `etcd-${name}`, 'etcd', ['--config-file', file])
    opened.defer(() => member.stop())
  }
  const databases = new Map(names.map((name) => [name, addDatabase(place, name, others)]))
  for (const database of databases.values()) opened.defer(() => database.stop())
  for (const database of databases.values()) database.start()
  const file = writeOwn(path.join(place, 'haproxy.cfg'), fillExample('haproxy.cfg', others))
  const proxy = startProgram(place, 'haproxy', 'haproxy', ['-db', '-f', file])
  opened.defer(() => proxy.stop())

  const members = async (): Promise<Member[]> => {
    for (const name of names) {
      const answer = await fetch(`http://${addresses[name]}:8008/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  return {
    /** The address of the standby that commits do not wait for. */
    async asynchronous() {
      const { name } = (await members()).find(({ role }) => role === 'replica') ?? {}
      if (!name) throw new Error('All standbys are synchronous.')
      return addresses[name]
    },
    /** The primary once it has a synchronous standby and all others follow it. */
    whole: (seconds: number) =>
      until('A primary with all its standbys', seconds, async () => {
        const all = await members()
        const isFollowing = ({ state, lag }: Member) => /streaming|running/.test(state) && lag === 0
        const standbys = all.filter(({ role }) => role !== 'leader')
        const isWhole =
          standbys.length === names.length - 1 &&
          standbys.every(isFollowing) &&
          standbys.some(({ role }) => role === 'sync_standby')
        return isWhole ? all.find(({ role }) => role === 'leader')?.name : undefined
      }),
    /** Kills Patroni and PostgreSQL of a machine. */
    kill: (name: Name) => databases.get(name)?.kill(),
    start: (name: Name) => databases.get(name)?.start(),
  }
}

function addDatabase(place: string, name: Name, others: Record<string, string>) {
  const data = path.join(place, `data-${name}`)
  const sockets = path.join(place, `sockets-${name}`)
  mkdirSync(sockets)
  own(sockets)
  const example = fillExample('patroni.yml', {
    '<name>': name,
    '<address>': addresses[name],
    '<postgres-password>': password,
    '<replication-password>': password,
    '/var/lib/postgresql/15/stowage': data,
    '/var/lib/postgresql/patroni.pgpass': path.join(place, `pgpass-${name}`),
    ...others,
  })
  // The directory of the distribution may be missing, and is not ours.
  const file = writeOwn(
    path.join(place, `patroni-${name}.yml`),
    `${example}  parameters:\n    unix_socket_directories: ${sockets}\n`,
  )
  let patroni: ReturnType<typeof startProgram> | undefined
  const postgres = () => {
    try {
      const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
      return Number(pid) || undefined
    } catch {
      return undefined
    }
  }
  return {
    start() {
      patroni = startProgram(place, `patroni-${name}`, 'patroni', [file])
    },
    async kill() {
      const pid = postgres()
      const family = pid ? [pid, ...childrenOf(pid)] : []
      const ended = patroni?.kill()
      for (const each of family) killHard(each)
      await ended
    },
    async stop() {
      const pid = postgres()
      await patroni?.stop()
      if (pid && postgres() === pid) for (const each of [pid, ...childrenOf(pid)]) killHard(each)
    },
  }
}

const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter((child) => child > 0)

function killHard(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
