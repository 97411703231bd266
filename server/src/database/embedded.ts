import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { requireDataDir } from './data-dir.ts'
import { StartRefused } from '../errors.ts'
import { lockDirectory } from './directory-lock.ts'
import {
  database,
  loadCredentials,
  socketNote,
  socketUrl,
  urlsAt,
  type Credentials,
  type EmbeddedUrls,
} from './embedded-access.ts'
import { memorySettings } from './embedded-memory.ts'
import { stopOrphan } from './orphan.ts'
import { preparePostgres, unprivilegedAccount, type Account } from './postgres-binaries.ts'
import { clusterArgument, programEnvironment, runPostmaster, type Log } from './postmaster.ts'
import { readOrUndefined } from './process-identity.ts'

const majorVersion = '18'
const socketDirPrefix = 'stowage-'
/** Passwords are random and as long as keys, so repeated hashing would only delay each connection. */
const scramIterations = '1'
/** After a checkpoint each page is logged whole once, so checkpoints under load are minutes apart, not seconds. */
const mostLog = '4GB'

export interface Embedded extends EmbeddedUrls {
  /** The process id of the postmaster. It changes with a restart. */
  pid(): number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** False only in tests, where commits need not survive a crash. */
  durable?: boolean
  maxConnections?: number
  /** Further settings of the server. */
  settings?: Record<string, string>
  /** Aborted when this process is about to end. PostgreSQL is then not restarted. */
  leaving?: AbortSignal
}

/**
 * Starts PostgreSQL in `dataDir`/postgres, reachable only through a private Unix socket. Creates
 * the cluster on the first start and cleans up after a killed server. Rejects with `StartRefused`
 * if another server uses `dataDir`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, durable = true } = options
  const dataDir = resolve(options.dataDir)
  requireDataDir(dataDir)
  const unlock = await lockDirectory(dataDir)
  let socketDir: string | undefined
  try {
    const native = preparePostgres(dataDir)
    const credentials = loadCredentials(dataDir)
    const cluster = join(dataDir, 'postgres')
    const account = serverAccount(cluster)
    removeHalfMade(cluster)
    const orphan = await stopOrphan(cluster, credentials.owner)
    if (orphan) log.warn(`Stopped the PostgreSQL (process ${orphan}) of a server that was killed`)
    const dir = (socketDir = makeSocketDir(dataDir, account))
    if (!existsSync(cluster)) {
      log.info('Preparing the database for the first start')
      initialize({ native, cluster, account, socketDir, durable, password: credentials.owner })
    }
    requireSameVersion(cluster)
    const logFile = join(dataDir, 'postgres.log')
    keepLogSmall(logFile)
    const settings = {
      ...serverSettings(durable, options.maxConnections ?? 60),
      ...options.settings,
    }
    const leaving = options.leaving && { leaving: options.leaving }
    const plan = { native, cluster, socketDir, logFile, account, settings, ...leaving }
    const postmaster = await runPostmaster(plan, log)
    const stop = async () => {
      await postmaster.stop()
      rmSync(dir, { recursive: true, force: true })
      unlock()
    }
    try {
      await makeDatabase(socketUrl(dir, 'postgres', credentials.owner, 'postgres'), credentials)
    } catch (error) {
      await stop()
      throw error
    }
    return {
      ...urlsAt(dir, credentials),
      pid: postmaster.pid,
      stop,
    }
  } catch (error) {
    if (socketDir) rmSync(socketDir, { recursive: true, force: true })
    unlock()
    throw error
  }
}

function serverSettings(durable: boolean, maxConnections: number): Record<string, string> {
  return {
    max_connections: String(maxConnections),
    scram_iterations: scramIterations,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Failed statements may contain personal data, and the server logs what it needs.
    log_min_error_statement: 'panic',
    log_min_duration_statement: '-1',
    // New tables grow fast, so they are analyzed early for good plans.
    autovacuum_naptime: '5s',
    // Statements are short. Compiling or parallelizing them costs more than it saves.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    ...(durable
      ? { ...memorySettings(), max_wal_size: mostLog }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', io_method: 'sync' }),
  }
}

/** Returns the account that owns the cluster, so root and the owner can both start it. */
function serverAccount(cluster: string): Account | undefined {
  const account = unprivilegedAccount()
  if (!account || !existsSync(cluster)) return account
  const { uid, gid } = statSync(cluster)
  return uid === 0 ? account : { uid, gid }
}

/** Short, because the path of a Unix socket is limited to about 100 characters. */
function makeSocketDir(dataDir: string, account: Account | undefined): string {
  // A killed server could not remove its directory.
  const note = socketNote(dataDir)
  const left = readOrUndefined(note)
  if (left && basename(left).startsWith(socketDirPrefix)) {
    rmSync(left, { recursive: true, force: true })
  }
  const place = [tmpdir(), '/tmp'].find(
    (candidate) => candidate.length < 70 && (!account || isOpenToAll(candidate)),
  )
  const directory = mkdtempSync(join(place ?? '/tmp', socketDirPrefix))
  writeFileSync(note, directory, { mode: 0o600 })
  if (account) chownSync(directory, account.uid, account.gid)
  return directory
}

function isOpenToAll(directory: string): boolean {
  const isOpen = existsSync(directory) && (statSync(directory).mode & 0o001) !== 0
  return isOpen && (dirname(directory) === directory || isOpenToAll(dirname(directory)))
}

interface Initialization {
  native: string
  cluster: string
  account: Account | undefined
  socketDir: string
  durable: boolean
  password: string
}

function removeHalfMade(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    if (!name.startsWith(`${basename(cluster)}-new-`)) continue
    try {
      rmSync(join(dirname(cluster), name), { recursive: true, force: true })
    } catch {
      // Another process may still write to it. The next start tries again.
    }
  }
}

/**
 * Initializes the cluster under a temporary name and renames it, so an interrupted first start
 * leaves no partial cluster.
 */
function initialize({ native, cluster, account, socketDir, durable, password }: Initialization) {
  const made = mkdtempSync(`${cluster}-new-`)
  const passwordFile = join(socketDir, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) {
    chownSync(made, account.uid, account.gid)
    chownSync(passwordFile, account.uid, account.gid)
  }
  chmodSync(made, 0o700)
  const result = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      clusterArgument({ cluster: made, account }),
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '-c',
      `scram_iterations=${scramIterations}`,
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: made, env: programEnvironment, encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    rmSync(made, { recursive: true, force: true })
    const reason = result.error?.message ?? (result.stderr.trim() || `code ${result.status}`)
    throw new StartRefused(`DATA_DIR: cannot create the database: ${reason}`)
  }
  renameSync(made, cluster)
}

function requireSameVersion(cluster: string): void {
  const found = readOrUndefined(join(cluster, 'PG_VERSION'))?.trim()
  if (found !== majorVersion) {
    throw new StartRefused(
      `DATA_DIR: ${cluster} was created by PostgreSQL ${found ?? '(unreadable)'}. This release uses PostgreSQL ${majorVersion}.`,
    )
  }
}

function keepLogSmall(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) renameSync(logFile, `${logFile}.1`)
}

async function makeDatabase(adminUrl: string, credentials: Credentials): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await makeLogin(client, 'stowage_app', credentials.app)
    await makeLogin(client, 'stowage_sealer', credentials.sealer)
    const made = await client.query('select from pg_database where datname = $1', [database])
    if (!made.rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

/** Creates the login or sets its password, because a restored backup may have another one. */
async function makeLogin(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  await client.query(
    `${rowCount ? 'alter' : 'create'} role ${role} login nosuperuser nobypassrls
     password ${pg.escapeLiteral(password)}`,
  )
}
