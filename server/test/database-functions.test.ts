import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from './cluster.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'stowage-functions-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

let database: TestDatabase
let client: pg.Client
beforeEach(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

/** Starts a release with these functions, and these migrations after the first, which makes a schema. */
async function start(files: Record<string, string>, ...migrations: string[]) {
  const place = mkdtempSync(join(directory, 'release-'))
  const write = (name: string, text: string) => {
    mkdirSync(join(place, dirname(name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  for (const [at, text] of ['create schema shop', ...migrations].entries())
    write(`migrations/000${at + 1}_step.sql`, text)
  for (const [name, text] of Object.entries(files)) write(`functions/${name}.sql`, text)
  let applied: string[] = []
  await migrate(database.ownerUrl, {
    directory: place,
    onFunctions: (names) => (applied = names),
  })
  return applied
}

const price = (amount: number, head = '()', type = 'int') => `-- Returns the price.
create or replace function shop.price${head} returns ${type} language sql as $$ select ${amount} $$;
`
const total = `create or replace function shop.total() returns int language sql
as $$ select shop.price() + count(*)::int from shop.boxes $$;
`
const boxes = 'create table shop.boxes (id int)'

async function ask(expression: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

test('applies a file only when its text has changed', async () => {
  expect(await start({ 'shop/price': price(1), 'shop/total': total }, boxes)).toEqual([
    'shop.price',
    'shop.total',
  ])
  expect(await start({ 'shop/price': price(1), 'shop/total': total }, boxes)).toEqual([])
  expect(await ask('shop.total()')).toBe(1)
  expect(await start({ 'shop/price': price(2), 'shop/total': total }, boxes)).toEqual([
    'shop.price',
  ])
  expect(await ask('shop.total()')).toBe(2)
  expect(await start({ 'shop/price': price(2), 'shop/total': total }, boxes)).toEqual([])
})

test('applies it once for servers that start concurrently', async () => {
  const all = await Promise.all([1, 2, 3].map(() => start({ 'shop/price': price(1) })))
  expect(all.filter((applied) => applied.length > 0)).toEqual([['shop.price']])
})

test('names a broken file and changes nothing', async () => {
  await start({ 'shop/price': price(1), 'shop/total': total }, boxes)
  const broken = total.replace('shop.boxes', 'shop.bags')
  await expect(start({ 'shop/price': price(2), 'shop/total': broken }, boxes)).rejects.toThrow(
    'functions/shop/total.sql failed: relation "shop.bags" does not exist',
  )
  expect(await ask('shop.total()')).toBe(1)
  // The next good release applies what that one has not.
  expect(await start({ 'shop/price': price(2), 'shop/total': total }, boxes)).toEqual([
    'shop.price',
  ])
})

test.each([
  ['another return type', price(2, '()', 'bigint')],
  ['other arguments', price(2, '(amount int)')],
])('requires a migration for a file with %s', async (_, changed) => {
  await start({ 'shop/price': price(1) })
  await expect(start({ 'shop/price': changed })).rejects.toThrow(
    /^functions\/shop\/price\.sql .*A migration must drop the old one first$/,
  )
  expect(await ask('shop.price()')).toBe(1)
  const dropped = 'drop function shop.price()'
  expect(await start({ 'shop/price': changed }, dropped)).toEqual(['shop.price'])
})

test('keeps a function without a file and recreates a missing one', async () => {
  await start({ 'shop/price': price(1), 'shop/total': total }, boxes)
  expect(await start({ 'shop/price': price(1) }, boxes)).toEqual([])
  expect(await ask('shop.total()')).toBe(1)
  const dropped = 'drop function shop.total(); drop function shop.price()'
  expect(await start({ 'shop/price': price(1) }, boxes, dropped)).toEqual(['shop.price'])
  await expect(ask('shop.total()')).rejects.toThrow('does not exist')
})

test('creates the functions a migration needs before their tables', async () => {
  const guard = `create or replace function shop.guard() returns int language sql
as $$ select coalesce(max(id), 1) from shop.boxes $$;
`
  const needy = '-- Needs: shop.guard\ncreate table shop.bags (id int default shop.guard())'
  expect(await start({ 'shop/guard': guard }, needy, boxes)).toEqual(['shop.guard'])
  await client.query('insert into shop.bags default values')
  expect(await ask('(select id from shop.bags)')).toBe(1)
  await expect(start({}, needy, boxes)).rejects.toThrow(
    'Migration 2 needs shop.guard, which has no file',
  )
})

test('refuses a file that creates another function', async () => {
  await expect(start({ 'shop/cost': price(1) })).rejects.toThrow(
    'functions/shop/cost.sql must create or replace shop.cost and nothing else',
  )
})
