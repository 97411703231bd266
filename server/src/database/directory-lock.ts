import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../start-refused.ts'
import { identityOf } from './process-identity.ts'

const attempts = 6

/** Another server works on the directory. */
export class DirectoryInUse extends StartRefused {}

/**
 * Makes this process the only server of `directory` and returns the release; `DirectoryInUse` when
 * another one is. Whoever wants it
 * first puts up a file of its own and then looks for others: of two that start together at least
 * one sees the other, so there are never two. A file is named after its process and the time the
 * process started, so what a killed server left behind says by itself that it is void.
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  const claims = join(directory, 'running')
  mkdirSync(claims, { recursive: true, mode: 0o700 })
  const name = `${process.pid}-${identityOf(process.pid)}`
  const mine = join(claims, name)
  const release = () => rmSync(mine, { force: true })
  let holder = 0
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      writeFileSync(mine, '', { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
        throw inUse(directory, process.pid)
      throw error
    }
    const other = otherServer(claims, name)
    if (other === undefined) return release
    holder = other
    release()
    // Two that met at the very start both step back; unequal waits let one through.
    if (attempt < attempts) await sleep(20 + Math.random() * 100)
  }
  throw inUse(directory, holder)
}

function inUse(directory: string, pid: number): DirectoryInUse {
  return new DirectoryInUse(
    `DATA_DIR: another server (process ${pid}) is already running on ${directory}. ` +
      'Stop it first, or give this one its own DATA_DIR.',
  )
}

function otherServer(claims: string, mine: string): number | undefined {
  for (const name of readdirSync(claims)) {
    if (name === mine) continue
    const dash = name.indexOf('-')
    const pid = Number(name.slice(0, dash))
    if (identityOf(pid) === name.slice(dash + 1)) return pid
    rmSync(join(claims, name), { force: true })
  }
  return undefined
}
