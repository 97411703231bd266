// Child processes that end with this one.
import { spawn } from 'node:child_process'
import { availableParallelism, constants } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { root } from './install.mjs'

/** Environment of the server, also used by the bench. */
export const serverEnvironment = {
  // Up to four concurrent hashes must leave threads for files and DNS.
  UV_THREADPOOL_SIZE: '8',
  // Types are stripped once instead of at every start, which also saves memory.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'stowage'),
  // For glibc: returns large blocks when they are freed, and keeps fewer heaps for threads. Saves 5 MB.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
}

/** Node flags of the server, also used by the bench. */
export const serverFlags = [
  // Megabytes for young objects. Twice the default, so fewer are promoted. Allocated only when
  // needed.
  '--max-semi-space-size=32',
  // Parallel garbage collection helps only with idle CPUs. On two, it took a sixth of the server's
  // time from the database.
  ...(availableParallelism() > 2 ? [] : ['--single-threaded-gc']),
]

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Starts a program on this terminal. With `hearsOurEnd` it notices our end, even by SIGKILL. */
export function run(command, args, { cwd = root, hearsOurEnd = false } = {}) {
  return spawn(command, args, {
    cwd,
    stdio: ['inherit', 'inherit', 'inherit', ...(hearsOurEnd ? ['ipc'] : [])],
    env: { ...serverEnvironment, ...process.env },
  })
}

/**
 * Forwards signals, ends all children when one ends, and exits with the first one's code. Ctrl-C
 * reaches children twice, which they tolerate.
 */
export function exitWith(...children) {
  let code
  let left = children.length
  const tell = (signal) => children.forEach((child) => child.kill(signal))
  for (const signal of signals) process.on(signal, () => tell(signal))
  for (const child of children) {
    child.on('error', (error) => process.stderr.write(`${error.message}\n`))
    child.on('close', (status, signal) => {
      code ??= status ?? (signal ? 128 + constants.signals[signal] : 1)
      left -= 1
      if (left > 0) return tell('SIGTERM')
      process.exit(code)
    })
  }
}
