import { api } from '@stowage/contract'
import { fieldsOf, importKinds, type ImportKind } from '@stowage/contract/import-kinds'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { as } from '../../../test/fixtures.ts'
import { checked, rowsOf, step } from '../../../test/imports.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'
import { csvOf } from '../../http/csv.ts'

/* What a list exports, its import reads again: nothing of it is new or changed. */

/** The lists that export what a file holds, where that is no list of its name; a sentence where there is none. */
const others: Partial<Record<ImportKind, Route | string>> = {
  products: api.warehouse.variants.list,
  stock: 'Each row adds stock to what there is',
  orders: 'Each row is a line of a new order',
}
const nouns: Record<string, Record<string, Route>> = { ...api.warehouse, ...api.orders }

/** Texts that spreadsheets, separators and other readers change. */
const awkward = [
  "'quoted'",
  "''twice",
  '=1+1',
  '+49',
  '-5',
  '@home',
  '"',
  '""x""',
  'a,b',
  'a;b',
  '#N/A',
  '4.50789E+11',
  '1E5',
  '1001.0',
  '1,234',
  '1.234',
  '1 234',
  '00123',
  '="0012"',
  'Łódź 東京',
]
/** The same as codes of the warehouse may be. */
const codes = ['1E5', '1001.0', '1.234', '00123', '4.5E10', 'A-1_2/3']

const fileOf = (rows: readonly Record<string, string>[], of: (name: string) => boolean) => {
  const names = Object.keys(rows[0] ?? {})
  const { head, line } = csvOf<Record<string, string>>(
    Object.fromEntries(
      names.map((name) => [
        name,
        (row) => (of(name) ? { identifier: row[name] ?? '' } : (row[name] ?? '')),
      ]),
    ),
  )
  return head + rows.map(line).join('')
}

const rowsFor: Partial<Record<ImportKind, readonly Record<string, string>[]>> = {
  products: awkward.map((text, i) => ({
    sku: `P${i} ${text}`.slice(i % 2 ? 0 : 3).trim(),
    name: text,
    variant: i % 3 ? text : '',
    barcode: i % 4 ? '' : `X${i}-${text}`.replace(/[^\w.+-]/g, ''),
    reorder_point: String(i),
    sell_price: `${i}.5`,
  })),
  locations: codes.map((code, i) => ({
    warehouse: 'MAIN',
    code,
    barcode: `L-${code}`,
    kind: 'shelf',
    sequence: String(i),
    x_mm: '100',
    max_weight_g: '5000',
    pickable: i % 2 ? 'yes' : 'no',
  })),
  customers: awkward.map((text, i) => ({
    code: text,
    name: text,
    email: i % 2 ? `a${i}@x.example, b${i}@x.example` : '',
    phone: i % 3 ? text.slice(0, 30) : '',
    company: i % 4 ? text : '',
    street: i % 2 ? text : '',
    postal_code: text.slice(0, 12),
    city: i % 5 ? text : '',
    region: i % 5 ? '' : text,
    country: i % 2 ? 'PL' : '',
    tags: i % 2 ? 'one; two' : '',
    note: i % 2 ? text : '',
    ship_complete: i % 2 ? 'yes' : 'no',
  })),
}

/** Rows of a kind of file; of a plain record, whose code and name are any text, by what its columns say. */
const rowsOfKind = (kind: ImportKind) =>
  rowsFor[kind] ??
  awkward.map((text) =>
    Object.fromEntries(
      fieldsOf(kind).map(({ name, example }) => [
        name,
        name === 'code' || name === 'name' ? text : example,
      ]),
    ),
  )

const isIdentifier = (name: string) =>
  ['sku', 'code', 'barcode', 'warehouse', 'phone', 'postal_code'].includes(name)

const app = await sharedApp()

/** Leaves a record of this kind behind that is archived: what an import creates is, after it is undone. */
async function importArchived(kind: ImportKind, site: Site) {
  const key = kind === 'products' ? 'sku' : 'code'
  const [row] = rowsOfKind(kind)
  const archived = { ...row, [key]: 'GONE', barcode: kind === 'customers' ? '' : 'GONE-1' }
  const made = await checked(app, site, kind, fileOf([archived], isIdentifier))
  await step(app, site, 'apply', made.id)
  await step(app, site, 'undo', made.id)
}

const kinds = importKinds.flatMap((kind) => {
  const list = others[kind] ?? nouns[kind]?.['list']
  if (list === undefined) throw new Error(`No list exports what files of ${kind} hold`)
  return typeof list === 'string' ? [] : [[kind, list] as const]
})
test.each(kinds)(
  'a list of %s that is exported and imported again changes nothing',
  async (kind, list) => {
    const site = await newWarehouse(app)
    const rows = rowsOfKind(kind)
    const file = fileOf(rows, isIdentifier)
    const first = await checked(app, site, kind, file)
    expect((await rowsOf(app, site, first.id, 'error')).flatMap(({ errors }) => errors)).toEqual([])
    expect(await step(app, site, 'apply', first.id)).toMatchObject({
      state: 'done',
      creates: rows.length,
    })
    await importArchived(kind, site)
    const exported = await app.call(list, {
      ...as(site),
      query: { format: 'csv' },
    } as never)
    const again = await checked(app, site, kind, String(exported.body))
    expect((await rowsOf(app, site, again.id, 'error')).flatMap(({ errors }) => errors)).toEqual([])
    expect(again).toMatchObject({ creates: 0, updates: 0, rowsFailed: 0 })
    expect(again.unchanged).toBeGreaterThanOrEqual(rows.length)
  },
)
