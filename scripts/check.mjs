// Everything that can be said about the code without running it. Needs an installed checkout.
import { spawnSync } from 'node:child_process'

const steps = [
  ['types', 'tsc', '--noEmit'],
  ['types of the web', 'tsc', '-p', 'web', '--noEmit'],
  ['types of the journeys', 'tsc', '-p', 'e2e', '--noEmit'],
  ['lint', 'eslint', '--max-warnings', '0', '.'],
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['boundaries', 'depcruise', 'contract/src', 'server/src', 'web/src'],
  ['unused code', 'knip'],
]

/** Runs every step, also after a failure, so that one run tells everything; true when all passed. */
export function check(env = process.env) {
  const failed = steps.filter(([title, command, ...args]) => {
    process.stdout.write(`check: ${title}\n`)
    return spawnSync(command, args, { stdio: 'inherit', env }).status !== 0
  })
  for (const [title] of failed) process.stderr.write(`check failed: ${title}\n`)
  return failed.length === 0
}

if (import.meta.filename === process.argv[1]) process.exitCode = check() ? 0 : 1
