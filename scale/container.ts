// Builds the image of `deploy` from the archive, on a Debian made here instead of one from a registry, and starts it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { makeAccounts } from '../bench/accounts.ts'
import { must, needPackages, say } from './debian.ts'
import { until } from './machines.ts'
import { buildArchive, makeDebian } from './release.ts'

const port = 3040
const base = 'docker.io/library/debian:bookworm-slim'

export async function testContainer(): Promise<string> {
  needPackages('debootstrap', 'buildah')
  await using opened = new AsyncDisposableStack()
  const place = mkdtempSync('/tmp/stowage-container-')
  opened.defer(() => rmSync(place, { recursive: true, force: true }))
  const archive = buildArchive()
  // Works in a container too, where the kernel has no overlay and no new networks.
  const store = [
    '--root',
    `${place}/storage`,
    '--runroot',
    `${place}/run`,
    '--storage-driver',
    'vfs',
  ]
  const buildah = (...args: string[]) =>
    must(spawnSync('buildah', [...store, ...args], { encoding: 'utf8' })).trim()
  const debian = path.join(place, 'debian')
  makeDebian(debian)
  const bare = buildah('from', 'scratch')
  buildah('add', '--quiet', bare, debian, '/')
  buildah('commit', '--quiet', bare, base)

  say('Building the image')
  const name = path.basename(archive, '.tar.gz')
  const file = path.resolve(import.meta.dirname, '../deploy/Containerfile')
  const build = ['--isolation', 'chroot', '--pull-never', '--build-arg', `RELEASE=${name}`]
  buildah('bud', ...build, '--tag', 'stowage', '--file', file, path.dirname(archive))
  const container = buildah('from', '--pull-never', 'localhost/stowage')
  const settings = {
    PORT: String(port),
    APP_SECRET: 's'.repeat(40),
    PUBLIC_URL: `http://localhost:${port}`,
    REQUIRE_VERIFIED_EMAIL: 'off',
  }
  const env = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const command = ['/opt/stowage/bin/stowage', 'start']
  const run = ['run', '--isolation', 'chroot', ...env, container, '--', ...command]
  say('Starting it')
  const running = spawn('buildah', [...store, ...run], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(running, 'exit')
  opened.defer(async () => {
    running.kill('SIGTERM')
    await ended
  })
  await until('A ready server', 120, async () =>
    (await fetch(`http://127.0.0.1:${port}/readyz`)).ok ? true : undefined,
  )
  await makeAccounts(port, 1)
  return 'The image was built from the archive, started as an account without rights, and a person signed in.'
}
