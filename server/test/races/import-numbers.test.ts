import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { takeNumber } from '../../src/workspace/documents/numbers.ts'
import { arrange } from '../arrange.ts'
import { newItem } from '../fixtures.ts'
import { checked, csv, step } from '../imports.ts'
import { setupApp } from '../app.ts'
import { setupSite } from '../setup-site.ts'

const { app, site } = await setupSite(await setupApp())

test('a file that is written as a whole keeps nobody waiting for a number', async () => {
  const { sku } = await newItem(app, site)
  const rows = Array.from({ length: 30 }, (_, i) => [`${randomUUID()}-${i}`, sku, '1'])
  const file = csv(['External number', 'SKU', 'Quantity'], ...rows)
  const job = await checked(app, site, 'orders', file, 'all_or_nothing')
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  try {
    // Its orders are written and wait for the lines.
    await owner.query('begin')
    await owner.query('lock table tenant.order_lines in share row exclusive mode')
    const applying = step(app, site, 'apply', job.id).catch((error: unknown) => error)
    const isWaiting = async () =>
      (await arrange(app, 'select from pg_locks where not granted')).length > 0
    await expect.poll(isWaiting, { timeout: 60_000, interval: 20 }).toBe(true)
    const number = await takeNumber(app.context, site.platform.id, 'SO')
    expect(await isWaiting()).toBe(true)
    await owner.query('commit')
    await applying
    const after = Number(number.slice(3))
    const kept = await arrange(
      app,
      `select count(*)::int as count, max(number) as last from tenant.orders where platform_id = $1`,
      [site.platform.id],
    )
    expect(kept).toEqual([{ count: 30, last: `SO-${String(after - 1).padStart(6, '0')}` }])
  } finally {
    await owner.end()
  }
})
