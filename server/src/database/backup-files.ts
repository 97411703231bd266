import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '../errors.ts'

/** A path below a directory. A backup comes from elsewhere, and its paths are written to. */
const pathInside = z
  .string()
  .refine((path) => !isAbsolute(path) && !/^\.\.(?:[\\/]|$)/.test(normalize(path)))

/** Description of a backup: when it was taken, its kind, its files and their row counts. */
export const manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** `cluster` is a copy of the files of the embedded PostgreSQL, `dump` comes from `pg_dump`. */
  kind: z.enum(['cluster', 'dump']),
  /** Directories of a cluster, because some are empty. */
  directories: z.array(pathInside),
  files: z.array(z.object({ path: pathInside, bytes: z.int(), sha256: z.string() })),
  /** Rows by table at the moment of a dump. */
  rows: z.record(z.string(), z.int()),
})
export type Manifest = z.infer<typeof manifest>
export type BackupFile = Manifest['files'][number]

/** Copies a file and waits for the disk. Returns its size and hash under `path`. */
export async function copyFile(from: string, to: string, path: string): Promise<BackupFile> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const target = await open(to, 'w', 0o600)
  try {
    const copied = await readThrough(from, path, (piece) => target.writeFile(piece))
    await target.sync()
    return copied
  } finally {
    await target.close()
  }
}

/** Describes a file of a backup. */
export const describeFile = (directory: string, path: string): Promise<BackupFile> =>
  readThrough(join(directory, path), path)

async function readThrough(
  file: string,
  path: string,
  take: (piece: Buffer) => Promise<void> | void = () => {},
): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
    await take(piece)
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Throws `StartRefused` with the first file that is not as it was when the backup was made. */
export async function requireWhole(directory: string, files: readonly BackupFile[]) {
  for (const file of files) {
    const found = await describeFile(directory, file.path).catch(() => undefined)
    if (found?.sha256 !== file.sha256)
      throw new StartRefused(
        `The backup is damaged: ${join(directory, file.path)} ${found ? 'was changed' : 'is missing'}.`,
      )
  }
}
