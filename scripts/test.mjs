// The whole test suite on a fresh clone: installs, checks, tests, builds and runs the journeys in a
// real browser. Prints the time of each step and what failed.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { check } from './check.mjs'
import { findChromium } from './chromium.mjs'
import { buildWeb, installPackages, root } from './install.mjs'
import { failedTests, seconds, slowestFiles } from './timing.mjs'

installPackages()
const chromium = findChromium()
const bin = path.join(root, 'node_modules', '.bin')
const reports = {
  vitest: path.join(root, 'artifacts', 'tests.json'),
  playwright: path.join(root, 'artifacts', 'journeys.json'),
}
/** Databases of tests live for seconds. Where there is plenty of memory they are kept there, which saves a sixth of the time. */
function temporaryFiles() {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return {}
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4e9 ? { TMPDIR: memory } : {}
}

const env = {
  ...process.env,
  ...temporaryFiles(),
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  CHROMIUM_PATH: chromium,
  UV_THREADPOOL_SIZE: '8',
  // The servers and commands that tests start compile what they load once, not each time.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compile'),
  PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright,
}
for (const report of Object.values(reports)) rmSync(report, { force: true })

const run = (command, ...args) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status === 0

// On a machine shared with others one slow moment may cost a test; twice in a row it is a fault.
const patience = '1'
const vitestReports = ['--reporter=default', '--reporter=json', `--outputFile=${reports.vitest}`]
const steps = [
  ['checks', () => check(env)],
  ['generated tables', () => run('node', 'server/scripts/tables.ts', '--check')],
  [
    'rules, modules, races, crashes',
    () => run('vitest', 'run', '--retry', patience, ...vitestReports),
  ],
  ['build', () => buildWeb()],
  ['budgets', () => run('node', 'web/scripts/budgets.ts')],
  [
    'journeys',
    () =>
      run(
        ...['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
        ...['--retries', patience, '--reporter=list,json'],
      ),
  ],
]

const results = []
for (const [title, step] of steps) {
  process.stdout.write(`\n== ${title}\n`)
  const startedAt = performance.now()
  const isOk = (await step()) !== false
  results.push({ title, isOk, ms: performance.now() - startedAt })
}

const line = (name, ms, note = '') => `${seconds(ms).padStart(12)}  ${name}${note}\n`
process.stdout.write('\n== slowest files\n')
for (const { file, ms } of slowestFiles(root, reports)) process.stdout.write(line(file, ms))
process.stdout.write('\n== steps\n')
for (const { title, isOk, ms } of results)
  process.stdout.write(line(title, ms, isOk ? '' : ', failed'))
const failed = failedTests(root, reports)
if (failed.length > 0) process.stdout.write(`\n== failed tests\n${failed.join('\n')}\n`)
process.exitCode = results.every(({ isOk }) => isOk) ? 0 : 1
