import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..', 'src')
const files = globSync('**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && file !== path.join('database', 'tables.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

const withMatch = (pattern: RegExp, allowed: RegExp) =>
  files.filter(({ file, text }) => pattern.test(text) && !allowed.test(file)).map((f) => f.file)

const ofGroup = /^(identity|platforms|workspace|warehouse|orders|reports|demo)\//
/** Their folders hold files with names of their own. */
const ofEngine = /^((workspace|warehouse)\/(stock|imports|labels|search)|demo)\//
const moduleFile =
  /^\w+\/[\w-]+\/(routes|commands|rules|queries|list-queries|reply|lines|export|import|import-queries|jobs|seed)\.ts$/

/** Files whose names are not on the list yet. Remove what is renamed; never add to it. */
const notYetRight: Record<string, readonly string[]> = {
  'identity/accounts': [
    'change-email',
    'closing',
    'departure-queries',
    'earlier-owner',
    'email-key',
    'export-queries',
    'job-origin',
    'mail-queries',
    'mail-tokens',
    'maintenance',
    'membership-queries',
    'notices',
  ],
  'identity/passkeys': ['assertions', 'authenticators', 'ceremony', 'challenge-queries'],
  'identity/passwords': ['breached-passwords', 'common-passwords', 'password-policy'],
  'identity/sessions': [
    'access-tokens',
    'actor',
    'admission',
    'challenge-queries',
    'device-tokens',
    'key-queries',
    'key-rotation',
    'key-rules',
    'keys',
    'lane-queries',
    'lane-rules',
    'lanes',
    'operator',
    'reauthenticate',
    'refresh-tokens',
    'second-step',
    'tokens',
  ],
  'identity/two-factor': ['backup-codes', 'codes', 'methods', 'totp'],
  'platforms/audit': [
    'canonical',
    'csv',
    'maintenance',
    'seal-queries',
    'sealer',
    'verdicts',
    'verifier',
  ],
  'platforms/directory': ['deletion-queries', 'deletion', 'maintenance', 'transfer', 'undecided'],
  'platforms/members': ['name-queries'],
  'platforms/tenant-sessions': ['actor', 'admission', 'live-queries', 'member'],
  'platforms/usage': ['counting'],
  'warehouse/catalog': [
    'barcodes',
    'batches',
    'bulk-queries',
    'checks',
    'files',
    'item-queries',
    'owner-queries',
    'product-queries',
    'unit-queries',
    'variants',
    'word-queries',
  ],
  'warehouse/events': ['committed', 'follow', 'stream'],
  'warehouse/lookup': ['gs1-rules'],
  'warehouse/lots': ['files', 'lot-queries', 'tracking'],
  'warehouse/places': [
    'archive',
    'capacity-queries',
    'capacity-rules',
    'capacity',
    'day-queries',
    'entry',
    'files',
    'location-use-queries',
    'owner-queries',
    'site-queries',
    'sites',
    'status-queries',
    'use-queries',
    'zone-queries',
  ],
  'warehouse/reports': ['files', 'total-queries'],
  'warehouse/settings': ['files', 'opening', 'scope-queries'],
}

describe('the sources', () => {
  test('open transactions in one place', () => {
    expect(withMatch(/\.transaction\(/, /^database[/\\]transactions\.ts$/)).toEqual([])
  })

  test('hold SQL in queries files and the database folder only', () => {
    const sqlCalls = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|\bsql</
    expect(
      withMatch(sqlCalls, /queries\.ts$|^database[/\\]|^audit\.ts$|^mail[/\\]outbox\.ts$/),
    ).toEqual([])
  })

  test('write each table in one folder', () => {
    const writers = new Map<string, Set<string>>()
    for (const { file, text } of files)
      for (const [, table] of text.matchAll(
        /\.(?:insertInto|updateTable|deleteFrom)\('([\w.]+)'/g,
      )) {
        const folders = writers.get(table ?? '') ?? new Set()
        writers.set(table ?? '', folders.add(path.dirname(file)))
      }
    const shared = [...writers].filter(([, folders]) => folders.size > 1)
    expect(Object.fromEntries(shared.map(([table, folders]) => [table, [...folders]]))).toEqual({})
    expect(writers.size).toBeGreaterThan(5)
  })

  test('use only the listed file names in a module', () => {
    const ofModules = files
      .map(({ file }) => file.split(path.sep).join('/'))
      .filter((file) => ofGroup.test(file) && !ofEngine.test(file))
    const others = ofModules.filter((file) => !moduleFile.test(file))
    const listed = Object.entries(notYetRight).flatMap(([folder, names]) =>
      names.map((name) => `${folder}/${name}.ts`),
    )
    expect(others.toSorted()).toEqual(listed.toSorted())
    expect(ofModules.length).toBeGreaterThan(150)
  })

  test('read the time from the application clock', () => {
    const databaseClock = /\bnow\(\)(?!\s*\{)/
    const offenders = files.filter(
      ({ file, text }) =>
        /queries\.ts$/.test(file) && databaseClock.test(text.replaceAll('clock.now()', '')),
    )
    expect(offenders.map((f) => f.file)).toEqual([])
  })
})
