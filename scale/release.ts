// Starts the release archive in a root directory of a bare Debian, without a network and without npm, makes an account,
// stops, unpacks beside it again and starts on the same data.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { must, needPackages, say } from './debian.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Runs a line in `bare` that sees no network but its own loopback, as a machine with nothing else running. */
function inside(bare: string, line: string) {
  const prepared = `ip link set lo up && mount -t proc proc ${bare}/proc && exec chroot ${bare} /bin/sh -c "${line}"`
  return spawn(
    'unshare',
    ['--net', '--pid', '--mount', '--fork', '--kill-child', 'sh', '-c', prepared],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    },
  )
}

/** Waits until the server answers, then registers or signs in the same account. Runs in the archive’s Node. */
const visit = (registers: boolean) => `
const url = 'http://localhost:3000'
const until = Date.now() + 120_000
for (;;) {
  try { if ((await fetch(url + '/readyz')).ok) break } catch {}
  if (Date.now() > until) { console.error('Not ready in two minutes'); process.exit(1) }
  await new Promise((resolve) => setTimeout(resolve, 200))
}
const page = await (await fetch(url)).text()
const [path, body] = ${registers}
  ? ['/auth/register', { firstName: 'Ada', lastName: 'Alba', email: 'ada@example.com', password: 'a bare machine' }]
  : ['/auth/login', { email: 'ada@example.com', password: 'a bare machine' }]
const answer = await fetch(url + '/api/v1' + path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
if (!page.includes('Stowage') || !answer.ok) { console.error(answer.status, await answer.text()); process.exit(1) }
`

/** Builds the archive of this tree and returns its path. */
export function buildArchive(): string {
  say('Building the archive')
  const built = must(spawnSync('node', ['scripts/release.mjs'], { cwd: root, encoding: 'utf8' }))
  return built.trim().split('\n').at(-1) ?? ''
}

export function makeDebian(directory: string) {
  say('Preparing a bare Debian')
  must(spawnSync('debootstrap', ['--variant=minbase', 'bookworm', directory], { encoding: 'utf8' }))
}

export async function testRelease(): Promise<string> {
  needPackages('debootstrap', 'iproute2')
  const archive = buildArchive()
  const name = path.basename(archive, '.tar.gz')
  const bare = mkdtempSync('/tmp/stowage-bare-')
  try {
    makeDebian(bare)
    // The database runs as another account than root.
    chmodSync(bare, 0o755)
    writeFileSync(path.join(bare, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n')
    for (const [step, folder] of ['first', 'second'].entries()) {
      mkdirSync(path.join(bare, 'opt', folder), { recursive: true })
      must(spawnSync('tar', ['-xzf', archive, '-C', path.join(bare, 'opt', folder)]))
      writeFileSync(path.join(bare, 'visit.mjs'), visit(step === 0))
      const home = `/opt/${folder}/${name}`
      say(`Starting ${folder}`)
      const running = inside(
        bare,
        `export DATA_DIR=/var/lib/stowage NODE_ENV=production APP_SECRET=${'s'.repeat(40)} PUBLIC_URL=http://localhost:3000
         ${home}/bin/stowage start & server=\\$!
         ${home}/node_modules/.bin/node /visit.mjs; seen=\\$?
         kill -TERM \\$server; wait \\$server; exit \\$seen`,
      )
      const [code] = (await once(running, 'close')) as [number | null]
      if (code !== 0) throw new Error(`The ${folder} start failed with ${code}`)
    }
    return 'The archive started on a bare Debian without network, and again from a second folder on the same data.'
  } finally {
    rmSync(bare, { recursive: true, force: true })
  }
}
