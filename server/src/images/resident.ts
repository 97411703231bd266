import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns the resident memory of a process in bytes, 0 if it is gone. */
export async function residentBytes(pid: number): Promise<number> {
  return 1024 * (process.platform === 'linux' ? residentKibOnLinux(pid) : await residentKib(pid))
}

function residentKibOnLinux(pid: number): number {
  try {
    // Synchronous: this is not a disk file, and the file threads may all be hashing.
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}

const residentKib = (pid: number) =>
  new Promise<number>((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, said) =>
      resolve(error ? 0 : Number(said)),
    )
  })

/** Linux reports CPU time in hundredths of a second. */
const millisPerTick = 10

/** Returns the CPU time of a process in milliseconds, or undefined if unknown. */
export function processorMillis(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces, so split after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * millisPerTick
  } catch {
    return undefined
  }
}
