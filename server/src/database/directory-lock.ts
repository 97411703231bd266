import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../errors.ts'
import { identityOf } from './process-identity.ts'

const attempts = 6

/** Another server uses the directory. */
export class DirectoryInUse extends StartRefused {}

/**
 * Locks `directory` for this process and returns the release. Throws `DirectoryInUse` if another
 * server has it. A process first creates its own file and then looks for others, so at least one of
 * two concurrent processes sees the other. Files contain the process id and start time, which shows
 * that a file of a killed server is stale.
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
    // Two processes that start together both retry. Random delays let one through.
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
