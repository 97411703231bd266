import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventFilters } from '@stowage/contract/workspace/event-types'

const root = path.resolve(import.meta.dirname, '..', '..', 'src')
const files = globSync('**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && file !== path.join('database', 'tables.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

const withMatch = (pattern: RegExp, allowed: RegExp) =>
  files.filter(({ file, text }) => pattern.test(text) && !allowed.test(file)).map((f) => f.file)

const ofGroup = /^(identity|platforms|workspace|warehouse|orders|demo)\//
/** The example data is one noun. */
const nounFile = /^(\w+\/[a-z-]+|demo)\/[a-z0-9-]+\.ts$/

/** Builder calls, and statements in `sql`. */
const writes =
  /\.(?:insertInto|updateTable|deleteFrom)\('([\w.]+)'|\b(?:insert into|(?<!for )update|delete from|merge into) ([a-z_]+\.[a-z_]+)/g
/** Cells carry whole platforms. */
const writesForOthers = /^cells[/\\]/

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

  test('look rows up by values that are cast already', () => {
    // Under row-level security PostgreSQL uses no index for a value that is cast in the condition.
    const column = String.raw`\w+\.\w+(\s*->>? '\w+')*`
    const cast = new RegExp(String.raw`(=|\bin)\s+(${column}|\(${column}\))::(uuid|bigint|text)\b`)
    // Which warehouses an order names is looked up among the few of its platform.
    expect(withMatch(cast, /^orders[/\\]backorders[/\\]promise-queries\.ts$/)).toEqual([])
    const ids = /jsonb_array_elements_text\([^)]*\) as \w+ \(id\)/
    expect(withMatch(ids, /^database[/\\]given\.ts$/)).toEqual([])
  })

  test('write in transactions only', () => {
    const builder = /\.(insertInto|updateTable|deleteFrom|mergeInto)\(/
    const raw = /\b(insert into|(?<!for (no key )?)update|delete from|merge into) [a-z_]+\.[a-z_]+/
    const declaration = /^(?=export |async function |function |const )/m
    const declarations = files
      .filter(({ file }) => /queries\.ts$/.test(file))
      .flatMap(({ file, text }) => text.split(declaration).map((own) => ({ file, own })))
      .filter(({ own }) => builder.test(own) || raw.test(own))
    const onPool = declarations.filter(
      ({ own }) => /\bDb\b|\bprepare(Read)?\(/.test(own) && !/\bTx\b|\bprepareWrite\(/.test(own),
    )
    expect(onPool.map(({ file, own }) => `${file}: ${own.split('\n')[0]}`)).toEqual([])
    expect(declarations.length).toBeGreaterThan(200)
  })

  test('write each table in one folder', () => {
    const writers = new Map<string, Set<string>>()
    for (const { file, text } of files.filter((one) => !writesForOthers.test(one.file)))
      for (const [, built, raw = ''] of text.matchAll(writes)) {
        const table = built?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? raw
        const folders = writers.get(table) ?? new Set()
        writers.set(table, folders.add(path.dirname(file)))
      }
    const shared = [...writers].filter(([, folders]) => folders.size > 1)
    expect(Object.fromEntries(shared.map(([table, folders]) => [table, [...folders]]))).toEqual({})
    expect(writers.size).toBeGreaterThan(60)
  })

  test('keep every file of a group in the folder of a noun', () => {
    const ofNouns = files
      .map(({ file }) => file.split(path.sep).join('/'))
      .filter((file) => ofGroup.test(file))
    expect(ofNouns.filter((file) => !nounFile.test(file))).toEqual([])
    expect(ofNouns.length).toBeGreaterThan(150)
  })

  test('read the time from the application clock', () => {
    const databaseClock = /\bnow\(\)(?!\s*\{)/
    const offenders = files.filter(
      ({ file, text }) =>
        /queries\.ts$/.test(file) && databaseClock.test(text.replaceAll('clock.now()', '')),
    )
    expect(offenders.map((f) => f.file)).toEqual([])
  })

  test('write only events that webhooks know', () => {
    // Those of documents and records are typed by their area.
    const known = new Set(eventFilters)
    const ofSql = globSync('database/functions/**/*.sql', { cwd: root }).flatMap((file) =>
      [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(
          /insert into (?:tenant\.)?tenant_events[^']*'([\w.]+)'/g,
        ),
      ].map(([, type]) => type),
    )
    const ofOthers = files
      .filter(({ text }) => text.includes('insertEvent('))
      .flatMap(({ text }) =>
        [...text.matchAll(/(?:type|[A-Z_]+): '([a-z_]+\.\w+)'/g)].map(([, type]) => type),
      )
      .filter((type) => !type?.startsWith('webhook.'))
    const written = [...ofSql, ...ofOthers]
    expect(written.filter((type) => !known.has(type ?? ''))).toEqual([])
    expect(written.length).toBeGreaterThan(4)
  })
})
