import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { createDatabase, type TestDatabase } from '../cluster.ts'
import { as, newItem, receiveInto, type Site } from '../fixtures.ts'
import { newWarehouse } from '../warehouse.ts'
import { countRows, multiply } from './many-rows.ts'
import { hearPlans, reportPlans, type TableRead } from './seen-plans.ts'
import { steps, type Ground } from './verbs.ts'

const { settings } = api.warehouse

/** Tables with fewer rows are read through without harm. */
const small = 200
/** A statement of a verb fetches at most so many rows of a table, for a document of three lines. */
const mostRows = 100

let database: TestDatabase
let site: Site
let items: string[]
let sizes: ReadonlyMap<string, number>

beforeAll(async () => {
  database = await createDatabase()
  const app = await startApp({}, undefined, { before: database })
  site = await newWarehouse(app)
  items = await furnish(app)
  await multiply(app, site.platform.id, { times: 80, others: 60 })
  sizes = await countRows(app)
  await reportPlans(app.owner)
  await app.close()
}, 300_000)
afterAll(() => database.drop())

/** A year of a small shop: items with stock, and orders in every state of their life. */
async function furnish(app: TestApp): Promise<string[]> {
  const made = []
  for (let i = 0; i < 12; i += 1) {
    const { id, sku } = await newItem(app, site, { backorder: { policy: 'allow' } })
    await receiveInto(app, site, { sku, qty: '1000' })
    made.push(id)
  }
  const ground = groundOf(app, made)
  // What is short otherwise ends the stock of an item.
  const { version } = (await ground.ask(settings.warehouse, {})).settings
  await ground.ask(settings.updateWarehouse, { body: { version, shortPickHolds: false } })
  for (const part of [1, 2, 3]) for (const step of Object.values(steps)) await step(ground, part)
  return made
}

function groundOf(app: TestApp, all: readonly string[]): Ground {
  let drawn = 0
  return {
    app,
    site,
    draw: (count) => Array.from({ length: count }, () => all[drawn++ % all.length] ?? ''),
    async ask<R extends Route>(route: R, more: Record<string, unknown>) {
      const { params, ...rest } = more
      const own = { ...as(site), params: { ...site.params, ...(params as object) } }
      const { status, body } = await app.call(route, { ...own, ...rest } as never)
      if (status >= 300) throw new Error(`${route.path}: ${status} ${JSON.stringify(body)}`)
      return body
    },
  }
}

/** Says how a statement reads a table through, or more of it than a verb needs; undefined if it does not. */
function faultOf({ table, how, rows, statement }: TableRead): string | undefined {
  const size = sizes.get(table) ?? 0
  const isFine = size < small || (how !== 'Seq Scan' && rows <= mostRows)
  return isFine ? undefined : `${how} of ${table} by: ${statement}`
}

/** Pages of lists are not prepared, so their plans are always made for their values. */
const isPage = ({ statement }: TableRead) => / limit \$\d+$/.test(statement)

// Early runs of a statement are planned for their values, later ones may be planned for any.
describe.each(['force_custom_plan', 'force_generic_plan'])('with %s', (mode) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, undefined, { before: database })
    const name = new URL(database.ownerUrl).pathname.slice(1)
    await app.owner.query(`alter database ${name} set plan_cache_mode = '${mode}'`)
  })
  afterAll(() => app.close())

  test('every verb reads the rows it needs by their keys', async () => {
    expect(sizes.get('reservations')).toBeGreaterThan(20_000)
    expect(sizes.get('variants')).toBeGreaterThan(2_000)
    const plans = hearPlans(app.pool)
    const ground = groundOf(app, items)
    const faults = new Map<string, string>()
    let heard = 0
    for (const [verb, step] of Object.entries(steps)) {
      const reads = await plans.during(() => step(ground, 1))
      heard += reads.length
      const looked = mode === 'force_generic_plan' ? reads.filter((read) => !isPage(read)) : reads
      for (const read of looked) {
        const fault = faultOf(read)
        if (fault) faults.set(fault, `${verb}: ${read.rows} of ${sizes.get(read.table)} rows`)
      }
    }
    expect(Object.fromEntries(faults)).toEqual({})
    expect(heard).toBeGreaterThan(500)
  })
})
