import { api } from '@stowage/contract'
import { isBatch } from '@stowage/contract/batches'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { as, newItem } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'

/* An item of a batch that does not fit is reported as that item, whatever the batch is of. */

const { app, site } = await setupSite()

const batches = Object.values<Record<string, Record<string, Route>>>(api).flatMap((nouns) =>
  Object.values(nouns).flatMap((routes) =>
    Object.values(routes).filter((route) => isBatch(route.body)),
  ),
)

/** Fields that some batches require besides their items. */
const beside: Record<string, object> = {
  hold: { kind: 'manual' },
  cancel: { reason: 'Test' },
  'add-to-wave': { waveId: '0192f6a0-0000-7000-8000-000000000001' },
}
const sent = (route: Route, mode: string, items: readonly object[]) => {
  const more = beside[route.path.split('/').at(-1) ?? '']
  return app.call(route, { ...as(site), body: { mode, items, ...more } } as never)
}
const rejected = { status: 'error', code: 'validation_failed' }

test.each(batches.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s reports items that do not fit',
  async (_, route) => {
    const answer = await sent(route, 'valid_items', [{}, {}])
    expect(answer).toMatchObject({
      status: 200,
      body: {
        applied: 0,
        failed: 2,
        results: [
          { index: 0, ...rejected },
          { index: 1, ...rejected },
        ],
      },
    })
    const { results } = answer.body as unknown as { results: { details: { path: string }[] }[] }
    for (const { details } of results) expect(details[0]?.path).not.toMatch(/^(items|$)/)
  },
)

test('the others are done, or none is, each under its own number', async () => {
  const { orders } = api.orders
  const { sku } = await newItem(app, site)
  const good = { lines: [{ sku, qty: '1' }] }
  const bad = { lines: [{ sku, qty: 'much' }] }
  const some = await sent(orders.createBatch, 'valid_items', [bad, good, bad, good])
  expect(some.body).toMatchObject({
    applied: 2,
    failed: 2,
    results: [
      { index: 0, ...rejected, details: [{ path: 'lines.0.qty' }] },
      { index: 1, status: 'ok' },
      { index: 2, ...rejected },
      { index: 3, status: 'ok' },
    ],
  })
  const none = await sent(orders.createBatch, 'all_or_nothing', [good, bad])
  expect(none.body).toMatchObject({
    applied: 0,
    failed: 1,
    results: [
      { index: 0, status: 'skipped' },
      { index: 1, ...rejected },
    ],
  })
})
