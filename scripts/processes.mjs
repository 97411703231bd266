// Child processes that live and end with this one.
import { spawn } from 'node:child_process'
import { availableParallelism, constants } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { root } from './install.mjs'

/** What Node is told for the server; the bench runs it the same way. */
export const serverEnvironment = {
  // Hashes, up to four at once, must leave threads for files and name look-ups.
  UV_THREADPOOL_SIZE: '8',
  // Types are left out once and not at every start, which also saves the memory it takes.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'stowage'),
}

/** How Node is started for the server; the bench starts it the same way. */
export const serverFlags = [
  // Megabytes for what is young: with twice the usual, less of it is taken for old and moved. It is
  // only taken when it is needed.
  '--max-semi-space-size=32',
  // Threads that help to clear away are a gain where processors are idle. Two have none: the database
  // has work for the other, and a sixth of the server's time went into helping.
  ...(availableParallelism() > 2 ? [] : ['--single-threaded-gc']),
]

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Starts a program on our terminal. With `hearsOurEnd` it hears of our death, even by SIGKILL. */
export function run(command, args, { cwd = root, hearsOurEnd = false } = {}) {
  return spawn(command, args, {
    cwd,
    stdio: ['inherit', 'inherit', 'inherit', ...(hearsOurEnd ? ['ipc'] : [])],
    env: { ...serverEnvironment, ...process.env },
  })
}

/**
 * Passes signals on, ends all when one ends, and leaves with the code of the first that did. On
 * Ctrl-C the terminal has signalled the children too; they bear being told twice.
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
