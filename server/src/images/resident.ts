import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Bytes of memory a process really holds; 0 once it is gone. */
export async function residentBytes(pid: number): Promise<number> {
  return 1024 * (process.platform === 'linux' ? residentKibOnLinux(pid) : await residentKib(pid))
}

function residentKibOnLinux(pid: number): number {
  try {
    // Read at once: it is no file of a disk, and the threads for files may all be hashing.
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

/** Linux counts processor time for programs in hundredths of a second. */
const millisPerTick = 10

/** Processor time a process has used; undefined where that is not known, or it is gone. */
export function processorMillis(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces itself; the fields follow its last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * millisPerTick
  } catch {
    return undefined
  }
}
