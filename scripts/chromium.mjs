import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The shell has no windows and needs two thirds of the CPU time of the whole browser. */
const shell = '/usr/bin/chromium-headless-shell'
const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the browser for the journeys: CHROMIUM_PATH, the headless shell of Debian, installed if root, or
 * an installed browser.
 */
export function findChromium() {
  const chosen = findOne(process.env.CHROMIUM_PATH, shell)
  if (chosen) return chosen
  const canInstall = process.getuid?.() === 0 && isDebian()
  if (canInstall) install('chromium-headless-shell')
  // Older releases have no shell.
  if (canInstall && !findOne(shell, ...browsers)) install('chromium')
  const found = findOne(shell, ...browsers)
  if (found) return found
  process.stderr.write(
    'The browser tests need Chrome or Chromium. Install one or set CHROMIUM_PATH.\n',
  )
  process.exit(1)
}

const findOne = (...files) => files.find((file) => file && existsSync(file))

function install(name) {
  process.stdout.write('Installing Chromium for the browser tests\n')
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-q')
  apt('install', '-y', '-q', '--no-install-recommends', name, 'fonts-liberation')
}

function isDebian() {
  const release = '/etc/os-release'
  return (
    existsSync(release) && /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync(release, 'utf8'))
  )
}
