import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartRefused } from '../start-refused.ts'
import { connect, type Database } from './connect.ts'
import { withRole } from './login.ts'
import { DirectoryInUse } from './directory-lock.ts'
import { reachEmbedded, type EmbeddedUrls } from './embedded-access.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import type { Log } from './postmaster.ts'
import { checkServingRole } from './roles.ts'

export interface OpenDatabase extends Database {
  /** The URL the pool uses, for a library that needs connections of its own. */
  url: string
  /** Logs in as somebody who acts as `stowage_sealer`, which the pool's role can never become. */
  sealerUrl: string
}

type Settings = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'databasePool' | 'dataDir'>

/**
 * The migrated database of `config`, served under a role that row-level security binds: our own
 * PostgreSQL in the data directory, or the given one. What has to be closed again goes on `opened`.
 * `leaving` is aborted as soon as this process is to end.
 */
export async function openDatabase(
  config: Settings,
  log: Log,
  opened: AsyncDisposableStack,
  leaving?: AbortSignal,
): Promise<OpenDatabase> {
  const urls = givenServer(config) ?? (await startServer(config, log, opened, leaving))
  await migrate(urls.ownerUrl, {
    servingLogin: decodeURIComponent(new URL(urls.appUrl).username),
    onApplied: (name) => log.info(`Applied migration ${name}`),
    onFunctions: (names) => log.info(`Applied functions: ${names.join(', ')}`),
  })
  return serve(urls, config, log, opened)
}

/**
 * The database of `config` as a server has left it or is using it now, for a command beside the
 * server. Our own PostgreSQL is started when nobody runs it. Throws `StartRefused` when there is no
 * database yet, or one of another release: only a server brings it up to date.
 */
export async function joinDatabase(
  config: Settings,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<OpenDatabase> {
  const urls = givenServer(config) ?? (await joinServer(config, log, opened))
  const database = await serve(urls, config, log, opened)
  const pending = await pendingMigrations(database.db)
  if (pending.length > 0)
    throw new StartRefused(
      'The database belongs to an older release. Start Stowage once to update it, then try again.',
    )
  return database
}

async function serve(
  { appUrl, sealerUrl }: EmbeddedUrls,
  config: Settings,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<OpenDatabase> {
  const url = withRole(appUrl, 'stowage_app')
  const database = connect(url, {
    max: config.databasePool,
    onError: (error) => log.warn(`Lost an idle database connection: ${error.message}`),
  })
  opened.defer(() => database.close())
  await checkServingRole(database.db)
  return { ...database, url, sealerUrl }
}

function givenServer({ databaseUrl, databaseOwnerUrl }: Settings): EmbeddedUrls | undefined {
  if (!databaseUrl) return undefined
  const ownerUrl = databaseOwnerUrl ?? databaseUrl
  return { ownerUrl, appUrl: databaseUrl, sealerUrl: withRole(ownerUrl, 'stowage_sealer') }
}

async function startServer(
  config: Settings,
  log: Log,
  opened: AsyncDisposableStack,
  leaving?: AbortSignal,
): Promise<EmbeddedUrls> {
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log,
    maxConnections: config.databasePool + 30,
    ...(leaving && { leaving }),
  })
  opened.defer(() => embedded.stop())
  return embedded
}

async function joinServer(
  config: Settings,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<EmbeddedUrls> {
  if (!existsSync(join(config.dataDir, 'postgres')))
    throw new StartRefused(`DATA_DIR: no database found in ${config.dataDir}`)
  try {
    return await startServer(config, log, opened)
  } catch (error) {
    if (error instanceof DirectoryInUse) return reachEmbedded(config.dataDir)
    throw error
  }
}
