import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartRefused } from '../errors.ts'
import { connect, type Database, type Db } from './connect.ts'
import { withRole } from './login.ts'
import { DirectoryInUse } from './directory-lock.ts'
import { reachEmbedded, type EmbeddedUrls } from './embedded-access.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import type { Log } from './postmaster.ts'
import { followReplica } from './replica.ts'
import { checkServingRole } from './roles.ts'

export interface OpenDatabase extends Database {
  /** The URL of the pool, for a library with its own connections. */
  url: string
  /** Logs in with the role `stowage_sealer`, which the pool's role cannot assume. */
  sealerUrl: string
}

type ReadSettings = Pick<Config, 'databaseReadUrl' | 'databasePool' | 'readMaxLagSeconds'>
type Settings = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'databasePool' | 'dataDir'>

/**
 * Opens and migrates the database of `config`, embedded or external, with a role bound by row-level
 * security. Adds its resources to `opened`. `leaving` is aborted when this process is about to end.
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
 * Opens the database of `config` for a command that runs beside the server. Starts the embedded
 * PostgreSQL if needed. Throws `StartRefused` if there is no database or it belongs to another
 * release, because only a server migrates it.
 */
export async function joinDatabase(
  config: Settings,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<OpenDatabase> {
  const urls = await joinDatabaseServer(config, log, opened)
  const database = await serve(urls, config, log, opened)
  const pending = await pendingMigrations(database.db)
  if (pending.length > 0)
    throw new StartRefused(
      'The database belongs to an older release. Start Stowage once to update it, then try again.',
    )
  return database
}

/** Returns the URLs of the database of `config`. Starts the embedded PostgreSQL if no server runs it. */
export const joinDatabaseServer = async (
  config: Settings,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<EmbeddedUrls> => givenServer(config) ?? (await joinServer(config, log, opened))

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

/** Connects to the read replica of `config`, if there is one. Stowage also starts while it is down. */
export function openReplica(
  { databaseReadUrl, databasePool, readMaxLagSeconds }: ReadSettings,
  primary: Db,
  log: Log,
) {
  if (!databaseReadUrl) return undefined
  const { db, close } = connect(withRole(databaseReadUrl, 'stowage_app'), {
    max: databasePool,
    onError: (error) => log.warn(`Lost an idle connection to the read replica: ${error.message}`),
  })
  const replica = followReplica({ primary, replica: db, maxLagSeconds: readMaxLagSeconds, log })
  return { ...replica, close: () => replica.stop().then(close) }
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
