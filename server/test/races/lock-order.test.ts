import { expect, test } from 'vitest'
import { receiveInto } from '../goods.ts'
import { concurrently } from './concurrently.ts'
import { newItems, openGround, shuffled, type Ground } from './stock-clients.ts'

/* The order in which rows are locked is what keeps documents from locking each other. */

/** Six clients that receive twelve items in any order, over and over, until one is locked out. */
async function receiveInAnyOrder({ kernel, site, app }: Ground) {
  const items = await newItems(app, site, 12)
  await receiveInto(
    app,
    site,
    {},
    {
      lines: items.map(({ sku }) => ({ sku, qty: '1', location: 'A-01' })),
    },
  )
  const move = {
    kind: 'receive',
    warehouseId: site.warehouse.id,
    sourceType: 'test',
    actorType: 'system',
  }
  const refusals: (string | undefined)[] = []
  await concurrently(6, async () => {
    for (let round = 0; round < 30 && !refusals.includes('40P01'); round++) {
      const lines = shuffled(items).map(({ id: variantId }, i) => ({
        lineNo: i + 1,
        qty: '1',
        party: 'supplier',
        variantId,
        toLocation: site.a01.id,
      }))
      refusals.push((await kernel('post', move, JSON.stringify(lines))).refused)
    }
  })
  return refusals
}

/** The posting function of this database with another text in one place. */
async function rewrite({ rowsOf }: Ground, from: string, to: string) {
  const [found] = await rowsOf(
    `select pg_get_functiondef('stock.post(uuid, jsonb, jsonb)'::regprocedure) as text`,
  )
  const text = found?.['text'] ?? ''
  expect(text.split(from)).toHaveLength(2)
  await rowsOf(text.replace(from, to))
}

test(
  'R5 stock functions deadlock without the lock order and not with it',
  { timeout: 60_000 },
  async () => {
    const ordered = await openGround()
    expect(new Set(await receiveInAnyOrder(ordered))).toEqual(new Set([undefined]))
    expect(await ordered.violations()).toEqual([])
    expect(await ordered.close()).toBe(0)

    const unordered = await openGround()
    await rewrite(unordered, 'order by x.warehouse_id, x.variant_id) k', 'order by random()) k')
    expect(await receiveInAnyOrder(unordered)).toContain('40P01')
    // Even then nothing is half done.
    expect(await unordered.violations()).toEqual([])
    expect(await unordered.close()).toBeGreaterThan(0)
  },
)
