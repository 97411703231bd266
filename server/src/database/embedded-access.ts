import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../errors.ts'
import { readOrUndefined } from './process-identity.ts'

/** Name of the database in the embedded server. */
export const database = 'stowage'

/** URLs of the embedded server. */
export interface EmbeddedUrls {
  /** Superuser, for migrations only. */
  ownerUrl: string
  /** The login `stowage_app`, which serves requests. */
  appUrl: string
  /** The login `stowage_sealer`, which seals the audit log. */
  sealerUrl: string
}

export interface Credentials {
  owner: string
  app: string
  sealer: string
}

/** Returns the path of the file that contains the socket directory of the running server. */
export const socketNote = (dataDir: string) => join(dataDir, 'socket-directory')

/** Returns the passwords in `dataDir`. Creates missing ones. */
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

/** Returns a socket URL. The host part is a placeholder and `host` is the socket directory. */
export function socketUrl(socketDir: string, user: string, password: string, name: string): string {
  return `postgresql://${user}:${password}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
}

/**
 * Returns the URLs of the server that another process runs on `dataDir`. Throws `StartRefused` if
 * it has not started yet.
 */
export function reachEmbedded(dataDir: string): EmbeddedUrls {
  const socketDir = readOrUndefined(socketNote(dataDir))
  if (!socketDir)
    throw new StartRefused(
      `DATA_DIR: the server that uses ${dataDir} is still starting. Try again in a moment.`,
    )
  return urlsAt(socketDir, loadCredentials(dataDir))
}
