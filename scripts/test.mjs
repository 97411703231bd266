// The whole test suite on a fresh clone: installs what it needs, then checks, tests, builds and
// drives the built product in a real browser.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { check } from './check.mjs'
import { findChromium } from './chromium.mjs'
import { buildWeb, installPackages, root } from './install.mjs'

installPackages()
const chromium = findChromium()
const bin = path.join(root, 'node_modules', '.bin')
const env = {
  ...process.env,
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  CHROMIUM_PATH: chromium,
  UV_THREADPOOL_SIZE: '8',
}

const run = (title, command, ...args) => {
  process.stdout.write(`\n== ${title}\n`)
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status === 0
}

const ok = [
  () => check(env),
  () => run('generated tables', 'node', 'server/scripts/tables.ts', '--check'),
  () => run('rules, modules, races, crashes', 'vitest', 'run'),
  () => buildWeb(),
  () => run('budgets', 'node', 'web/scripts/budgets.ts'),
  () => run('journeys', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'),
].map((step) => step() !== false)

process.exitCode = ok.every(Boolean) ? 0 : 1
