import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import pg from 'pg'
import { requireDataDir } from './data-dir.ts'
import { StartRefused } from '../errors.ts'
import {
  copyFile,
  describeFile,
  requireWhole,
  type BackupFile,
  type Manifest,
} from './backup-files.ts'
import { unprivilegedAccount } from './postgres-binaries.ts'

/* An online backup of the embedded PostgreSQL by its files, after "Making a Base Backup Using the Low Level API" of the
 * PostgreSQL manual. Its packages bring no pg_dump. */

const clusterName = 'postgres'
/** Holds the password of the cluster’s superuser. */
const credentialsName = 'postgres-credentials.json'
const controlFile = join('global', 'pg_control')

/** Directories of which the server needs no content after a restore. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const skipped =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/

/** Copies the cluster of `dataDir` that serves at `ownerUrl` into `target` while it runs. */
export async function copyCluster(
  dataDir: string,
  ownerUrl: string,
  target: string,
): Promise<Pick<Manifest, 'files' | 'directories'>> {
  const cluster = join(dataDir, clusterName)
  const client = new pg.Client({ connectionString: ownerUrl, statement_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  try {
    const ask = async (text: string, ...values: unknown[]) =>
      (await client.query<Record<string, string>>(text, values)).rows[0] ?? {}
    // Keeps the log since now until it is copied. It goes away with this session.
    await ask(`select pg_create_physical_replication_slot('stowage_backup', true, true)`)
    const { first = '' } = await ask(
      `select pg_walfile_name(pg_backup_start('stowage backup', true)) as first`,
    )
    const found = await listCluster(cluster)
    const files: BackupFile[] = []
    const copy = async (path: string) => {
      const name = join(clusterName, path)
      files.push(await copyFile(join(cluster, path), join(target, name), name))
    }
    for (const path of found.files.filter((one) => one !== controlFile))
      // A table that was dropped meanwhile.
      await copy(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    // Last, because it says from where the log is to be read.
    await copy(controlFile)
    const { label = '', last = '' } = await ask(
      `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`,
    )
    await writeFile(join(target, clusterName, 'backup_label'), label, { mode: 0o600 })
    files.push(await describeFile(target, join(clusterName, 'backup_label')))
    for (const segment of await readdir(join(cluster, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(segment) && segment >= first && segment <= last)
        await copy(join('pg_wal', segment))
    files.push(
      await copyFile(
        join(dataDir, credentialsName),
        join(target, credentialsName),
        credentialsName,
      ),
    )
    return { files, directories: found.directories.map((path) => join(clusterName, path)) }
  } finally {
    await client.end()
  }
}

async function listCluster(cluster: string) {
  const entries = await readdir(cluster, { withFileTypes: true, recursive: true })
  const found = { files: [] as string[], directories: [] as string[] }
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(cluster.length + 1)
    const parts = path.split(sep)
    const isInside = parts.slice(0, -1).some((part) => emptied.has(part))
    if (isInside || parts.some((part) => skipped.test(part))) continue
    found[entry.isDirectory() ? 'directories' : 'files'].push(path)
  }
  return found
}

/**
 * Puts the cluster of a backup into an empty `dataDir`. It appears under its name when it is complete; the next start
 * of the server recovers it.
 */
export async function placeCluster(
  source: string,
  dataDir: string,
  { files, directories }: Manifest,
): Promise<void> {
  requireDataDir(dataDir)
  const cluster = join(dataDir, clusterName)
  if (existsSync(cluster))
    throw new StartRefused(
      `DATA_DIR: there is a database in ${dataDir} already. Name an empty directory.`,
    )
  await requireWhole(source, files)
  const made = await mkdtemp(`${cluster}-new-`)
  try {
    const placeOf = (path: string) => join(made, path.slice(clusterName.length + 1))
    for (const path of directories) await mkdir(placeOf(path), { recursive: true, mode: 0o700 })
    for (const { path } of files)
      if (path !== credentialsName) await copyFile(join(source, path), placeOf(path), path)
    const account = unprivilegedAccount()
    if (account) await giveTo(made, account)
    await chmod(made, 0o700)
    await copyFile(join(source, credentialsName), join(dataDir, credentialsName), credentialsName)
    await rename(made, cluster)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw error
  }
}

async function giveTo(directory: string, { uid, gid }: { uid: number; gid: number }) {
  await chown(directory, uid, gid)
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
}
