// Checks the code without running it. Requires an installed checkout.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { seconds } from './timing.mjs'

/** Cache of the steps, kept between runs. `npm ci` removes it. */
const cache = 'node_modules/.cache/check'

/** One checker: each further one checks the types they share again, and other steps use the CPUs. */
const types = (project) => [
  'tsc',
  '--checkers',
  '1',
  '-p',
  project,
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  `${cache}/types-${project === '.' ? 'server' : project}.json`,
]

/** Longest first, so the others run beside it. */
const steps = [
  ['lint', 'oxlint', '--threads', '1'],
  ['types', ...types('.')],
  ['types of the web', ...types('web')],
  ['types of the journeys', ...types('e2e')],
  ['format', 'oxfmt', '--check'],
  [
    'boundaries',
    'depcruise',
    '--cache',
    `${cache}/boundaries`,
    'contract/src',
    'server/src',
    'web/src',
  ],
  ['unused code', 'knip'],
  ['migrations', 'node', 'server/scripts/migration-hashes.ts'],
]

/**
 * Runs every step, even after a failure. Returns whether all passed. Runs one step per CPU and
 * prints the output of each when it ends.
 */
export async function check(env = process.env) {
  const waiting = [...steps]
  const failed = []
  async function work() {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [title, command, ...args] = step
      const startedAt = performance.now()
      const { output, isOk } = await run(command, args, env)
      process.stdout.write(`check: ${title}, ${seconds(performance.now() - startedAt)}\n${output}`)
      if (!isOk) failed.push(title)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  for (const title of failed) process.stderr.write(`check failed: ${title}\n`)
  return failed.length === 0
}

function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const pieces = []
    child.stdout.on('data', (piece) => pieces.push(piece))
    child.stderr.on('data', (piece) => pieces.push(piece))
    const end = (isOk) => resolve({ output: Buffer.concat(pieces).toString(), isOk })
    child.on('error', (error) => {
      pieces.push(Buffer.from(`${error.message}\n`))
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

if (import.meta.filename === process.argv[1]) process.exitCode = (await check()) ? 0 : 1
