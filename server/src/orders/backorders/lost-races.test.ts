import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { stocked } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { promise } from '../../warehouse/stock/kernel-queries.ts'
import { retryLostRace } from './plan-order.ts'

const { app, site } = await setupSite()

test('who loses the stock to others three times is told which item is short', async () => {
  const { sku, id: variantId } = await stocked(app, site, {
    qty: '2.5',
    unit: 'litre',
    qtyScale: 1,
  })
  const { platform } = site
  const explain = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(app.context.db, { platformId: platform.id }, work)
  const asked = [
    { lineNo: 7, sourceType: 'order_line' as const, sourceId: randomUUID(), qty: '40' },
  ].map((line) => ({ ...line, warehouseId: site.warehouse.id, variantId }))
  let attempts = 0
  const lost = retryLostRace({ actor: { platform }, explain }, () => {
    attempts += 1
    return explain((tx) => promise(tx, platform.id, asked, 'strict'))
  })
  await expect(lost).rejects.toMatchObject({
    code: 'insufficient_stock',
    extra: {
      blockers: [
        { type: 'line', lineNo: 7, sku, requested: '4.0', available: '2.5', short: '1.5' },
      ],
    },
  })
  expect(attempts).toBe(3)
})
