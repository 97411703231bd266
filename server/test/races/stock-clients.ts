import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createDatabase } from '../cluster.ts'
import { startApp, type TestApp } from '../app.ts'
import { newItem, violations, type Site } from '../fixtures.ts'
import { newWarehouse } from '../warehouse.ts'
import { concurrently } from './concurrently.ts'

export type Ground = Awaited<ReturnType<typeof openGround>>

/**
 * A warehouse that many work in at once: over HTTP, and with connections of their own that call the
 * functions of the stock directly, each call a transaction that nobody tries again.
 */
export async function openGround() {
  const database = await createDatabase()
  const app = await startApp({}, undefined, { before: database })
  const site = await newWarehouse(app)
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 64 })
  // A connection may still be closing when its database is dropped.
  for (const each of [owner, pool]) {
    each.on('connect', (client) => client.on('error', () => {}))
    each.on('error', () => {})
  }
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await owner.query<Record<string, string>>(text, values)).rows

  /** Calls a stock function. Returns its result, or the name of what refused it. */
  const kernel = async (
    name: string,
    ...values: unknown[]
  ): Promise<{ out?: unknown; refused?: string }> => {
    const places = values.map((_, i) => `$${i + 2}`).join(', ')
    const text = `select stock.${name}($1${places && `, ${places}`}) as out`
    try {
      const given = values.map((value) =>
        typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value,
      )
      const { rows } = await pool.query<{ out: unknown }>(text, [site.platform.id, ...given])
      return { out: rows[0]?.out }
    } catch (error) {
      const { constraint, code, message } = error as {
        constraint?: string
        code?: string
        message: string
      }
      return { refused: constraint ?? (code?.startsWith('ST') ? message : (code ?? message)) }
    }
  }

  return {
    app,
    database,
    site,
    rowsOf,
    kernel,
    owner,
    /** Returns the violations found by the integrity check; there must be none. */
    violations: () => violations(app, site),
    /** Closes everything but the database, whose deadlocks are then all counted, and drops it. */
    async close() {
      await pool.end()
      await app.close()
      const { rows } = await owner.query<{ deadlocks: string }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      )
      await owner.end()
      await database.drop()
      return Number(rows[0]?.deadlocks)
    },
  }
}

/** One line of `stock.promise`, for a claim of its own. */
export const promiseLine = ({ warehouse }: Site, variantId: string, qty = '1') => [
  {
    lineNo: 1,
    sourceType: 'manual',
    sourceId: randomUUID(),
    warehouseId: warehouse.id,
    variantId,
    qty,
  },
]

export const newItems = (app: TestApp, site: Site, count: number, item = {}) =>
  concurrently(count, () => newItem(app, site, item))

export function shuffled<T>(list: readonly T[]): T[] {
  const order = list.map((one) => ({ one, by: Math.random() }))
  return order.toSorted((a, b) => a.by - b.by).map(({ one }) => one)
}

export const pick = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)]
