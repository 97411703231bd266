import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../start-refused.ts'
import { readOrUndefined } from './process-identity.ts'

/** The database inside our own server. */
export const database = 'stowage'

/** Where the programs on this machine reach our own server. */
export interface EmbeddedUrls {
  /** Superuser, for migrations only. */
  ownerUrl: string
  /** The login `stowage_app`, which serves. */
  appUrl: string
  /** The login `stowage_sealer`, which seals the audit log. */
  sealerUrl: string
}

export interface Credentials {
  owner: string
  app: string
  sealer: string
}

/** The file that tells where the socket of the running server is. */
export const socketNote = (dataDir: string) => join(dataDir, 'socket-directory')

/** The passwords kept in `dataDir`; the first start makes them, a later one adds what is new. */
export function loadCredentials(dataDir: string): Credentials {
  const file = join(dataDir, 'postgres-credentials.json')
  const text = readOrUndefined(file)
  if (!text && existsSync(join(dataDir, 'postgres'))) {
    throw new StartRefused(
      `DATA_DIR: ${file} is missing or unreadable. The database cannot be opened without it.`,
    )
  }
  const kept = JSON.parse(text ?? '{}') as Partial<Credentials>
  const secret = () => randomBytes(24).toString('hex')
  const credentials = { owner: secret(), app: secret(), sealer: secret(), ...kept }
  if (kept.sealer) return credentials
  const made = `${file}.${process.pid}`
  writeFileSync(made, JSON.stringify(credentials), { mode: 0o600 })
  renameSync(made, file)
  return credentials
}

export const urlsAt = (socketDir: string, { owner, app, sealer }: Credentials): EmbeddedUrls => ({
  ownerUrl: socketUrl(socketDir, 'postgres', owner, database),
  appUrl: socketUrl(socketDir, 'stowage_app', app, database),
  sealerUrl: socketUrl(socketDir, 'stowage_sealer', sealer, database),
})

/** The host part is a placeholder; `host` names the socket's directory. */
export function socketUrl(socketDir: string, user: string, password: string, name: string): string {
  return `postgresql://${user}:${password}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
}

/**
 * The server that another process runs on `dataDir`. Throws `StartRefused` when it has not said yet
 * where it is.
 */
export function reachEmbedded(dataDir: string): EmbeddedUrls {
  const socketDir = readOrUndefined(socketNote(dataDir))
  if (!socketDir)
    throw new StartRefused(
      `DATA_DIR: the server that uses ${dataDir} is still starting. Try again in a moment.`,
    )
  return urlsAt(socketDir, loadCredentials(dataDir))
}
