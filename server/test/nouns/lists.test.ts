import { describe, expect, test } from 'vitest'
import { sharedApp } from '../app.ts'
import { schemaOf } from '../invalid-input/bodies.ts'
import { newKnown } from '../invalid-input/known.ts'
import { requiredQuery } from '../invalid-input/requests.ts'
import { routes } from '../routes.ts'

/* What every list of the contract can do, with two or more rows in each. */

const app = await sharedApp()
const { params, tokens } = await newKnown(app)

type Query = Record<string, string>
type Page = { items: object[]; next: string | null; previous: string | null; total: number | null }

const lists = routes
  .filter(({ route }) => 'cursor' in (schemaOf(route.query).properties ?? {}))
  .map(({ name, route }) => {
    const { properties = {} } = schemaOf(route.query)
    const required = requiredQuery(route, params)
    const token = route.path.startsWith('/tenant/') ? tokens.member : tokens.operator
    const ask = (query: Query) =>
      app.call(route, { params, token, query: { ...required, ...query } } as never)
    return {
      name,
      route,
      properties,
      sorts: (properties['sort']?.enum ?? []).map(String),
      ask,
      read: async (query: Query) => {
        const { status, body } = await ask(query)
        expect([status, body], name).toMatchObject([200, {}])
        return body as unknown as Page
      },
    }
  })
const tested = (all: typeof lists) => all.map((list) => [list.name, list] as const)
const sorted = lists.filter(({ sorts }) => sorts.length > 0)
const filed = lists.filter(({ properties }) => properties['format']?.enum?.includes('csv'))

/** All rows, a page of one after another from one end to the other, and the same backwards. */
async function walk({ read }: (typeof lists)[number], query: Query) {
  const rows = []
  let page = await read({ ...query, limit: '1' })
  rows.push(...page.items)
  while (page.next !== null) {
    page = await read({ ...query, limit: '1', cursor: page.next })
    rows.push(...page.items)
  }
  const back = [...page.items]
  while (page.previous !== null) {
    page = await read({ ...query, limit: '1', cursor: page.previous })
    back.push(...page.items)
  }
  return { rows, back }
}

describe.each(tested(sorted))('%s', (_, list) => {
  test('is paged both ways, and turned round by each order', async () => {
    for (const sort of list.sorts) {
      const { rows, back } = await walk(list, { sort })
      expect(rows.length).toBeGreaterThan(1)
      expect(back.toReversed()).toEqual(rows)
      expect(rows).toEqual((await list.read({ sort, limit: '200' })).items)
      const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      expect((await list.read({ sort: other, limit: '200' })).items.toReversed()).toEqual(rows)
    }
  })

  test('has its first order where none is asked for, and refuses an unknown one', async () => {
    const [usual = ''] = list.sorts
    expect((await list.read({})).items).toEqual((await list.read({ sort: usual })).items)
    const { status, body } = await list.ask({ sort: 'unknown' })
    expect([status, body]).toMatchObject([400, { details: [{ path: 'sort' }] }])
  })

  test('refuses a page of another order', async () => {
    const [usual = '', other = ''] = list.sorts
    const { next } = await list.read({ sort: usual, limit: '1' })
    const message = 'This page belongs to another order of the list. Start over.'
    const { status, body } = await list.ask({ sort: other, cursor: next ?? '' })
    expect([status, body]).toMatchObject([400, { message, details: [{ path: 'cursor', message }] }])
  })
})

test.each(tested(lists))('%s takes an empty choice of words for none', async (_, list) => {
  const all = await list.read({})
  for (const word of Object.keys(list.properties)) {
    const chosen = list.route.query.safeParse({ ...requiredQuery(list.route, params), [word]: ',' })
    const isList = chosen.success && (chosen.data as Query)[word] === undefined
    if (!isList) continue
    for (const nothing of ['', ',']) expect(await list.read({ [word]: nothing })).toEqual(all)
  }
})

test.each(tested(filed))('%s is a file of all its rows', async (_, list) => {
  const { status, headers, body } = await list.ask({ format: 'csv', limit: '1' })
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head = '', ...rows] = String(body).trim().split('\r\n')
  const columns = head.replace('\uFEFF', '').split(',')
  expect(new Set(columns).size, head).toBe(columns.length)
  expect(
    columns.every((column) => /^[A-Za-z0-9_ ]+$/.test(column)),
    head,
  ).toBe(true)
  const { items } = await list.read({ limit: '200' })
  expect(rows.length).toBeGreaterThanOrEqual(items.length)
})
