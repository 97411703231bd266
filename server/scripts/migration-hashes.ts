// Checks that no migration has changed since it was recorded in hashes.txt, which `npm run tables` does.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, '../src/database/migrations')
/** In the format of `sha256sum`. */
const list = join(directory, 'hashes.txt')

function readHashes(): Map<string, string> {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  return new Map(
    files.sort().map((file) => {
      const text = readFileSync(join(directory, file))
      return [file, createHash('sha256').update(text).digest('hex')]
    }),
  )
}

function readRecorded(): Map<string, string> {
  const lines = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [hash = '', file = ''] = line.split('  ')
      return [file, hash]
    }),
  )
}

/** A sentence for each migration that differs from its record; none when all are as recorded. */
function findChanges(): string[] {
  const hashes = readHashes()
  const recorded = readRecorded()
  return [...new Set([...hashes.keys(), ...recorded.keys()])].sort().flatMap((file) => {
    if (!hashes.has(file)) return [`${file} is gone, but databases have applied it. Restore it.`]
    if (!recorded.has(file)) return [`${file} is not in hashes.txt yet. Run npm run tables.`]
    if (hashes.get(file) === recorded.get(file)) return []
    return [
      `${file} has changed, and databases that applied it refuse to start. Undo the change and write a ` +
        'new migration. If the file was never merged, remove its line from hashes.txt and run npm run tables.',
    ]
  })
}

/** Adds the migrations that are new. Those that were recorded stay as they are. */
export function recordNewMigrations(): void {
  const all = new Map([...readHashes(), ...readRecorded()])
  const lines = [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, hash]) => `${hash}  ${file}\n`)
  writeFileSync(list, lines.join(''))
}

if (import.meta.filename === process.argv[1]) {
  for (const change of findChanges()) {
    console.error(`server/src/database/migrations/${change}`)
    process.exitCode = 1
  }
}
