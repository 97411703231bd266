import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..', 'src')
const files = globSync('**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && file !== path.join('database', 'tables.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

const withMatch = (pattern: RegExp, allowed: RegExp) =>
  files.filter(({ file, text }) => pattern.test(text) && !allowed.test(file)).map((f) => f.file)

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
    const modules =
      /^(workspace[/\\][^/\\]+|warehouse[/\\](receiving|receipt-reversals|adjustments))[/\\]/
    const allowed =
      /[/\\](routes|commands|rules|queries|list-queries|reply|lines|export|import|jobs|seed)\.ts$/
    const ofModules = files.map(({ file }) => file).filter((file) => modules.test(file))
    expect(ofModules.filter((file) => !allowed.test(file))).toEqual([])
    expect(ofModules.length).toBeGreaterThan(15)
    const loose = files.filter(({ file }) => /^workspace[/\\][^/\\]+$/.test(file))
    expect(loose.map((f) => f.file)).toEqual([])
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
