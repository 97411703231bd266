import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * A short text that tells process `pid` from any other that ever had or will have the number, or
 * undefined when there is no such process. A process that ended and was not yet collected is none.
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return startTimeByPs(pid)
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  // The name in parentheses may hold spaces and parentheses itself; the fields follow its last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTicks] = [fields?.[0], fields?.[19]]
  if (!startTicks || state === 'Z' || state === 'X') return undefined
  // Ticks count from the start of the machine, so they may come again after the next one.
  const boot = readOrUndefined('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? 'boot'
  return `${startTicks}.${boot}`
}

export function isAlive(pid: number): boolean {
  return identityOf(pid) !== undefined
}

function startTimeByPs(pid: number): string | undefined {
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  })
  const [state, ...started] = (ps.stdout ?? '').trim().split(/\s+/)
  if (!state || state.startsWith('Z')) return undefined
  return started.join('.').replaceAll(':', '.')
}

export function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
