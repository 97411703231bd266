import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the browser for the journeys: CHROMIUM_PATH, an installed one, or Debian's, installed if
 * root.
 */
export function findChromium() {
  const found = [process.env.CHROMIUM_PATH, ...candidates].find((file) => file && existsSync(file))
  if (found) return found
  if (process.getuid?.() === 0 && isDebian()) {
    process.stdout.write('Installing Chromium for the browser tests\n')
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update', '-q')
    apt('install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation')
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  process.stderr.write(
    'The browser tests need Chrome or Chromium. Install one or set CHROMIUM_PATH.\n',
  )
  process.exit(1)
}

function isDebian() {
  const release = '/etc/os-release'
  return (
    existsSync(release) && /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync(release, 'utf8'))
  )
}
