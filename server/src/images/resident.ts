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
