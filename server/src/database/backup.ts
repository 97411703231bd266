import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { StartRefused } from '../errors.ts'
import { manifest, type Manifest } from './backup-files.ts'
import { copyCluster, placeCluster } from './cluster-copy.ts'
import { dumpDatabase, loadDump } from './dump.ts'
import { joinDatabaseServer } from './open.ts'
import type { Log } from './postmaster.ts'
import { readOrUndefined } from './process-identity.ts'

const manifestName = 'manifest.json'

type Settings = Pick<
  Config,
  'databaseUrl' | 'databaseOwnerUrl' | 'databaseAdminUrl' | 'databasePool' | 'dataDir'
>

/**
 * Backs up the database of `config` into a new directory while it is in use. Returns what it wrote. Throws
 * `StartRefused` if the login may not read every row or the directory holds something.
 */
export async function takeBackup(
  config: Settings,
  log: Log,
  { directory, at }: { directory: string; at: Date },
): Promise<Manifest> {
  const target = resolve(directory)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  if (readdirSync(target).length > 0)
    throw new StartRefused(`${target} is not empty. Name a new directory for the backup.`)
  await using opened = new AsyncDisposableStack()
  const adminUrl = adminUrlOf(config)
  const taken = adminUrl
    ? { kind: 'dump' as const, directories: [], ...(await dumpDatabase(adminUrl, target)) }
    : {
        kind: 'cluster' as const,
        rows: {},
        ...(await copyCluster(
          config.dataDir,
          (await joinDatabaseServer(config, log, opened)).ownerUrl,
          target,
        )),
      }
  const written = { format: 1 as const, takenAt: at.toISOString(), ...taken }
  // Last, so a backup that was cut short is not taken for one.
  writeFileSync(join(target, manifestName), JSON.stringify(written, null, 1), { mode: 0o600 })
  return written
}

/**
 * Restores a backup into the empty database of `config`. Throws `StartRefused`, and changes nothing, if the backup is
 * damaged, belongs to the other kind of database, or the database is in use.
 */
export async function restoreBackup(config: Settings, directory: string): Promise<Manifest> {
  const source = resolve(directory)
  const backup = readManifest(source)
  const adminUrl = adminUrlOf(config)
  if (adminUrl && backup.kind === 'cluster')
    throw new StartRefused(
      `The backup in ${source} is one of the embedded database. Restore it without DATABASE_URL.`,
    )
  if (!adminUrl && backup.kind === 'dump')
    throw new StartRefused(
      `The backup in ${source} is one of an external database. Set DATABASE_URL to restore it.`,
    )
  if (adminUrl) await loadDump(adminUrl, source, backup, loginsOf(config))
  else await placeCluster(source, config.dataDir, backup)
  return backup
}

const adminUrlOf = ({ databaseUrl, databaseOwnerUrl, databaseAdminUrl }: Settings) =>
  databaseUrl && (databaseAdminUrl ?? databaseOwnerUrl ?? databaseUrl)

const loginOf = (url: string) => decodeURIComponent(new URL(url).username)

const loginsOf = ({ databaseUrl = '', databaseOwnerUrl = databaseUrl }: Settings) => ({
  owner: loginOf(databaseOwnerUrl),
  serving: loginOf(databaseUrl),
})

function readManifest(directory: string): Manifest {
  if (!existsSync(directory)) throw new StartRefused(`There is no directory ${directory}.`)
  const text = readOrUndefined(join(directory, manifestName))
  if (text === undefined)
    throw new StartRefused(
      `There is no finished backup in ${directory}: ${manifestName} is missing.`,
    )
  const read = manifest.safeParse(jsonOf(text))
  if (!read.success)
    throw new StartRefused(`${join(directory, manifestName)} is damaged or of a newer release.`)
  return read.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
