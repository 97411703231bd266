// Prerequisites of every script: installed packages, a built web, a Node that runs TypeScript.
// Plain JavaScript without packages, because it runs before they are installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const serverNode = 24

/** Ends the script with one sentence. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Runs `npm ci` unless node_modules matches package-lock.json. */
export function installPackages() {
  const stamp = path.join(modules, '.stowage-stamp')
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  const wanted = `${sha256(lock)} ${process.platform}-${process.arch}\n`
  if (contentOf(stamp) === wanted) return
  if (!isInstalled(lock)) {
    process.stdout.write('Installing packages (npm ci)\n')
    rmSync(stamp, { force: true })
    // Build tools are needed for any NODE_ENV, and no package needs its install script.
    const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional']
    if (!npm([...args, '--loglevel=error', '--no-audit', '--no-fund'])) {
      giveUp('The packages could not be installed. See the npm error above.')
    }
  }
  writeFileSync(stamp, wanted)
}

/** Builds the web if its sources changed. Returns false on failure. */
export function buildWeb() {
  const dist = path.join(root, 'web', 'dist')
  const stamp = path.join(dist, '.stamp')
  const wanted = hashOfSources()
  if (contentOf(stamp) === wanted) return true
  process.stdout.write('Building the web application\n')
  rmSync(stamp, { force: true })
  if (!npm(['run', 'build', '--workspace', 'web', '--loglevel=error'])) return false
  mkdirSync(dist, { recursive: true })
  writeFileSync(stamp, wanted)
  return true
}

/**
 * Returns the path of a Node that runs TypeScript: the one among the packages, otherwise the
 * current one.
 */
export function findNode() {
  const installed = path.join(modules, '.bin', 'node')
  const found = [installed, process.execPath].find((node) => majorOf(node) >= serverNode)
  return (
    found ??
    giveUp(
      `Stowage needs Node ${serverNode} or newer. This is ${process.version}, and there is no ` +
        `Node package for ${process.platform} ${process.arch}.`,
    )
  )
}

function majorOf(node) {
  if (node === process.execPath) return Number.parseInt(process.versions.node, 10)
  if (!existsSync(node)) return 0
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(1), 10) : 0
}

/** Returns whether npm's record of node_modules matches the lock file, except optional packages. */
function isInstalled(lock) {
  const record = contentOf(path.join(modules, '.package-lock.json'))
  if (!record) return false
  const have = JSON.parse(record).packages
  return Object.entries(JSON.parse(lock).packages).every(([place, { version, optional, link }]) => {
    if (!place.includes('node_modules/') || link) return true
    return have[place] ? have[place].version === version : optional === true
  })
}

function npm(args) {
  // Under `npm start` this is the npm in use, which may differ from the one on the path.
  const script = process.env.npm_execpath
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  const options = { cwd: root, stdio: 'inherit', env: process.env }
  return spawnSync(command, [...first, ...args], options).status === 0
}

/** By content, so an equal checkout at another time builds nothing. */
function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  const add = (place) => {
    const entries = readdirSync(path.join(root, place), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inside = path.join(place, entry.name)
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist'].includes(entry.name)) add(inside)
      } else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
        hash.update(`${inside}\0${sha256(readFileSync(path.join(root, inside)))}\n`)
      }
    }
  }
  add('contract')
  add('web')
  return `${hash.digest('hex')}\n`
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex')
}

function contentOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
