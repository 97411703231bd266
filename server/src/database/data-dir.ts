import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../errors.ts'

/** Creates the directory if needed. Throws `StartRefused` if it is not writable. */
export function requireDataDir(dataDir: string): void {
  const probe = join(dataDir, `.write-test-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // An empty file needs no space, so it would not detect a full disk.
    writeFileSync(probe, 'x'.repeat(4_096), { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    rmSync(probe, { force: true, recursive: true })
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartRefused(
      `DATA_DIR: Stowage cannot write to ${dataDir} (${code}). ` +
        'Make it writable, free disk space, or set DATA_DIR to another directory.',
      { cause: error },
    )
  }
}
