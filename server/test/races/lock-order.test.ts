import { expect, test } from 'vitest'
import { receiveInto } from '../fixtures.ts'
import { concurrently } from './concurrently.ts'
import { newItems, openGround, promiseLine, shuffled, type Ground } from './stock-clients.ts'

/* The order in which rows are locked is what keeps documents from locking each other. */

type Step = (ground: Ground, variantIds: readonly string[]) => Promise<{ refused?: string }>

const receive: Step = ({ kernel, site }, variantIds) => {
  const move = {
    kind: 'receive',
    warehouseId: site.warehouse.id,
    sourceType: 'test',
    actorType: 'system',
  }
  const lines = variantIds.map((variantId, i) => ({
    lineNo: i + 1,
    qty: '1',
    party: 'supplier',
    variantId,
    toLocation: site.a01.id,
  }))
  return kernel('post', move, JSON.stringify(lines))
}

const promise: Step = ({ kernel, site }, variantIds) => {
  const lines = variantIds.flatMap((variantId, i) =>
    promiseLine(site, variantId).map((line) => ({ ...line, lineNo: i + 1 })),
  )
  return kernel('promise', JSON.stringify(lines), 'strict')
}

/** Six clients that do this with twelve items in any order, over and over, until one is locked out. */
async function inAnyOrder(ground: Ground, step: Step) {
  const { site, app } = ground
  const items = await newItems(app, site, 12)
  const lines = items.map(({ sku }) => ({ sku, qty: '1000', location: 'A-01' }))
  await receiveInto(app, site, {}, { lines })
  const refusals: (string | undefined)[] = []
  await concurrently(6, async () => {
    for (let round = 0; round < 30 && !refusals.includes('40P01'); round++)
      refusals.push((await step(ground, shuffled(items.map(({ id }) => id)))).refused)
  })
  return refusals
}

/** The function of this database with another text in one place. */
async function rewrite({ rowsOf }: Ground, signature: string, from: string, to: string) {
  const [found] = await rowsOf(`select pg_get_functiondef($1::regprocedure) as text`, [signature])
  const text = found?.['text'] ?? ''
  expect(text.split(from)).toHaveLength(2)
  await rowsOf(text.replace(from, to))
}

const asked = (what: string, order: string) => `${what} l."warehouseId", l."variantId"
    from jsonb_to_recordset(lines) as l("warehouseId" uuid, "variantId" uuid)
    order by ${order}) k`

test.each([
  {
    name: 'post',
    step: receive,
    signature: 'stock.post(uuid, jsonb, jsonb)',
    from: 'order by x.warehouse_id, x.variant_id) k',
    to: 'order by random()) k',
  },
  {
    name: 'promise',
    step: promise,
    signature: 'stock.promise(uuid, jsonb, text)',
    from: asked('select distinct', '1, 2'),
    to: asked('select', 'random()'),
  },
])(
  'R5 stock.$name deadlocks without the lock order and not with it',
  { timeout: 240_000 },
  async ({ step, signature, from, to }) => {
    const ordered = await openGround()
    expect(new Set(await inAnyOrder(ordered, step))).toEqual(new Set([undefined]))
    expect(await ordered.violations()).toEqual([])
    expect(await ordered.close()).toBe(0)

    const unordered = await openGround()
    await rewrite(unordered, signature, from, to)
    expect(await inAnyOrder(unordered, step)).toContain('40P01')
    // Even then nothing is half done.
    expect(await unordered.violations()).toEqual([])
    expect(await unordered.close()).toBeGreaterThan(0)
  },
)
