import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { confirmPick } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { batchNow, newBatch } from '../../../test/wave-calls.ts'

const { app, site } = await setupSite()

/** For each order of a cluster, the quantities of its picks. */
const picksOfOrders = fc.array(
  fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  {
    minLength: 1,
    maxLength: 3,
  },
)

/** Sends scans as devices do: all of them at least once, some again, in any order, several at a time. */
const sendings = picksOfOrders.chain((orders) => {
  const scans = orders.flatMap((picks, order) => picks.map((qty, pick) => ({ order, pick, qty })))
  return fc.array(fc.constantFrom(...scans), { maxLength: scans.length * 2 }).chain((again) => {
    const all = [...scans, ...again]
    return fc.tuple(
      fc.constant(orders),
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      fc.integer({ min: 1, max: 4 }),
    )
  })
})

test('P8 picks of a cluster that are sent repeatedly and in any order count once', async () => {
  await fc.assert(
    fc.asyncProperty(sendings, async ([orders, sent, atATime]) => {
      const wanted = orders.map((picks) => picks.reduce((sum, qty) => sum + qty, 0))
      const { batch, item } = await newBatch(app, site, wanted.map(String), {
        method: 'cluster',
        totes: orders.map(() => `T-${randomUUID()}`),
      })
      const scanIds = new Map<string, string>()
      const send = async ({ order, pick, qty }: (typeof sent)[number]) => {
        const key = `${order} ${pick}`
        const scanId = scanIds.get(key) ?? randomUUID()
        scanIds.set(key, scanId)
        const task = batch.tasks.find(({ slot }) => slot === order + 1)
        const answer = await confirmPick(app, site, task?.id ?? '', {
          qty: String(qty),
          tote: task?.tote ?? '',
          scanId,
        })
        expect([answer.status, answer.body.picked]).toEqual([200, String(qty)])
      }
      for (let i = 0; i < sent.length; i += atATime)
        await Promise.all(sent.slice(i, i + atATime).map(send))
      const after = await batchNow(app, site, batch.id)
      expect(after.state).toBe('completed')
      for (const [i, picks] of orders.entries()) {
        const done = after.tasks.filter(({ slot }) => slot === i + 1)
        expect(done.map(({ qty }) => Number(qty)).toSorted()).toEqual(picks.toSorted())
        expect(new Set(done.map(({ tote }) => tote)).size).toBe(1)
      }
      const [moved] = await arrange(
        app,
        `select count(distinct m.move_id)::int as moves, coalesce(sum(l.delta), 0)::int as picked
         from tenant.stock_moves m
         join tenant.stock_ledger l on l.platform_id = m.platform_id and l.move_id = m.move_id
         join tenant.stock_buckets b on b.platform_id = l.platform_id and b.bucket_id = l.bucket_id
         where m.platform_id = $1 and m.kind = 'pick' and b.variant_id = $2 and l.delta > 0`,
        [site.platform.id, item.id],
      )
      expect(moved).toEqual({
        moves: orders.flat().length,
        picked: wanted.reduce((sum, qty) => sum + qty, 0),
      })
    }),
    { numRuns: 12 },
  )
})
