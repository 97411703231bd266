// npm run release: one archive with everything that Stowage needs to run on this kind of machine. It is unpacked and
// started without npm and without a network. Ends with the path of the archive.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { buildWeb, giveUp, installPackages, root } from './install.mjs'

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const name = `stowage-${version}-${process.platform}-${process.arch}`
const releases = path.join(root, 'artifacts', 'release')
const target = path.join(releases, name)

/** Files copied besides packages. Tests are left out. */
const parts = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'docs',
  'deploy',
  'bin',
  'scripts/install.mjs',
  'scripts/processes.mjs',
  'scripts/stowage.mjs',
  'contract/package.json',
  'contract/src',
  'server/package.json',
  'server/src',
  'web/dist',
]
const isTest = (file) => /\.test\.tsx?$/.test(file)

/** Returns the folders of the packages that the server needs at run time, relative to the root. */
function neededPackages() {
  const listed = spawnSync(
    'npm',
    [
      'ls',
      '--all',
      '--parseable',
      '--omit=dev',
      '--include=optional',
      '--workspace=server',
      '--include-workspace-root',
    ],
    { cwd: root, encoding: 'utf8' },
  )
  return listed.stdout
    .split('\n')
    .map((place) => path.relative(root, place.trim()))
    .filter((place) => place.startsWith(`node_modules${path.sep}`))
}

/** Copies a package without those inside of it, which are listed by themselves. */
function copyPackage(place) {
  const from = path.join(root, place)
  cpSync(from, path.join(target, place), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !path.relative(from, file).split(path.sep).includes('node_modules'),
  })
}

installPackages()
if (!buildWeb()) giveUp('The web application could not be built. See the error above.')
rmSync(releases, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const part of parts)
  cpSync(path.join(root, part), path.join(target, part), {
    recursive: true,
    filter: (file) => !isTest(file),
  })
for (const place of neededPackages()) copyPackage(place)
const node = path.join('node_modules', '.bin', 'node')
if (!existsSync(path.join(root, node)))
  giveUp(`There is no Node package for ${process.platform} ${process.arch}.`)
cpSync(path.join(root, node), path.join(target, node), { verbatimSymlinks: true })

const archive = `${target}.tar.gz`
const packed = spawnSync(
  'tar',
  ['--owner=0', '--group=0', '--numeric-owner', '-czf', archive, '-C', releases, name],
  { stdio: 'inherit' },
)
if (packed.status !== 0) giveUp('The archive could not be written. See the error above.')
process.stdout.write(`${archive}\n`)
