import { controlCell, openUrls } from '../cells/cells.ts'
import { findCellOfPlatform, listCells } from '../cells/queries.ts'
import { keptSecret, type Config } from '../config.ts'
import { connect, type Db } from '../database/connect.ts'
import { withRole } from '../database/login.ts'
import type { OpenDatabase } from '../database/open.ts'
import { deriveSecrets } from '../crypto/secrets.ts'

/** A database with platforms, as commands use it. */
export type PlatformDatabase = {
  name: string
  db: Db
  /** Logs in with the role `stowage_sealer`. */
  sealerUrl: string
}

/** Opens the databases of an installation: the control database and its cells. Disposed with `opened`. */
export async function openDatabases(
  { database, config }: { database: OpenDatabase; config: Config },
  opened: AsyncDisposableStack,
): Promise<PlatformDatabase[]> {
  const { db, sealerUrl } = database
  const cells = await listCells(db)
  if (cells.length === 0) return [{ name: controlCell, db, sealerUrl }]
  const secrets = deriveSecrets(
    config.appSecret ?? keptSecret(config.dataDir),
    config.appSecretPrevious,
  )
  const others = cells.map(({ name, urls }) => {
    const { url, ownerUrl } = openUrls(secrets, name, urls)
    const cell = connect(withRole(url, 'stowage_app'), { max: 2, statementTimeout: 0 })
    opened.defer(() => cell.close())
    return { name, db: cell.db, sealerUrl: withRole(ownerUrl, 'stowage_sealer') }
  })
  return [{ name: controlCell, db, sealerUrl }, ...others]
}

/** Returns the database a platform is in. */
export async function databaseOf(
  databases: readonly PlatformDatabase[],
  control: Db,
  platformId: string,
): Promise<PlatformDatabase> {
  const name = (await findCellOfPlatform(control, platformId))?.cell ?? controlCell
  const found = databases.find((each) => each.name === name)
  if (!found) throw new Error(`The directory names no cell ${name}.`)
  return found
}
