import type { Config } from '../config.ts'
import { connect, withRole, type Database } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import type { Log } from './postmaster.ts'
import { checkServingRole } from './roles.ts'

export interface OpenDatabase extends Database {
  /** The URL the pool uses, for a library that needs connections of its own. */
  url: string
}

/**
 * The migrated database of `config`, served under a role that row-level security binds: our own
 * PostgreSQL in the data directory, or the given one. What has to be closed again goes on `opened`.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'databasePool' | 'dataDir'>,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<OpenDatabase> {
  const { ownerUrl, appUrl } = await findServer(config, log, opened)
  await migrate(ownerUrl, {
    servingLogin: decodeURIComponent(new URL(appUrl).username),
    onApplied: (name) => log.info(`Applied migration ${name}`),
  })
  const url = withRole(appUrl, 'stowage_app')
  const database = connect(url, {
    max: config.databasePool,
    onError: (error) => log.warn(`Lost an idle database connection: ${error.message}`),
  })
  opened.defer(() => database.close())
  await checkServingRole(database.db)
  return { ...database, url }
}

async function findServer(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'databasePool' | 'dataDir'>,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<{ ownerUrl: string; appUrl: string }> {
  const { databaseUrl } = config
  if (databaseUrl) return { ownerUrl: config.databaseOwnerUrl ?? databaseUrl, appUrl: databaseUrl }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log,
    maxConnections: config.databasePool + 30,
  })
  opened.defer(() => embedded.stop())
  return embedded
}
