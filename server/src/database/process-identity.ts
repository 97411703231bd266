import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Returns a short text that identifies process `pid` uniquely even if the number is reused, or
 * undefined if there is no such process. A zombie counts as none.
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return startTimeByPs(pid)
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  // The name in parentheses may contain spaces and parentheses, so split after the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTicks] = [fields?.[0], fields?.[19]]
  if (!startTicks || state === 'Z' || state === 'X') return undefined
  // Ticks count from boot, so they can repeat after a reboot.
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
