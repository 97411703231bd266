import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { stocked } from '../../../test/fixtures.ts'
import { closePackage, openPackage } from '../../../test/pack-calls.ts'
import { fulfillmentNow, releasedOf } from '../../../test/pick-calls.ts'
import { setupApp } from '../../../test/app.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { app, site } = await setupSite(await setupApp())
await app.http.listen({ port: 0, host: '127.0.0.1' })
const address = app.http.server.address()
const port = typeof address === 'object' && address ? address.port : 0

/** One attempt to send a scan; `cutAfter` milliseconds its connection is cut, if it was not answered before. */
type Attempt = { scan: number; cutAfter: number }

/** Scans of so many units each. They are sent in any order, some again, several at a time, over cut connections. */
const sendings = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 })
  .chain((scans) => {
    const scan = fc.nat({ max: scans.length - 1 })
    const attempt = fc.record<Attempt>({ scan, cutAfter: fc.nat({ max: 40 }) })
    return fc.record({
      scans: fc.constant(scans),
      attempts: fc.array(attempt, { maxLength: 8 }),
      atATime: fc.integer({ min: 1, max: 3 }),
    })
  })

type Sent = { scans: number[]; attempts: Attempt[]; atATime: number }

let cuts = 0
/** Sends all attempts, and in the end each scan until it is answered. */
async function sendAll(
  { scans, attempts, atATime }: Sent,
  path: string,
  bodyOf: (qty: string) => Record<string, unknown>,
): Promise<void> {
  const ids = scans.map(() => randomUUID())
  const send = (scan: number, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/api/v1/tenant/${site.params.slug}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...bodyOf(String(scans[scan])), scanId: ids[scan] }),
      ...(signal && { signal }),
    })
  for (let i = 0; i < attempts.length; i += atATime)
    await Promise.all(
      attempts.slice(i, i + atATime).map(({ scan, cutAfter }) =>
        send(scan, AbortSignal.timeout(cutAfter)).catch(() => {
          cuts += 1
        }),
      ),
    )
  for (const scan of scans.keys()) expect((await send(scan)).status).toBe(200)
}

const sumOf = ({ scans }: Sent) => scans.reduce((sum, qty) => sum + qty, 0)

test('P8 picks and packed items whose connections are cut at random count once', async () => {
  await fc.assert(
    fc.asyncProperty(sendings, sendings, async (picks, packs) => {
      const wanted = Math.max(sumOf(picks), sumOf(packs))
      const rest = (sent: Sent) =>
        sumOf(sent) < wanted ? { ...sent, scans: [...sent.scans, wanted - sumOf(sent)] } : sent
      const mug = await stocked(app, site, { qty: '20' })
      const { fulfillmentId, task } = await releasedOf(app, site, mug.sku, String(wanted))
      await sendAll(rest(picks), `/picking/tasks/${task.id}/confirm`, (qty) => ({ qty }))
      expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
        state: 'picked',
        lines: [{ picked: String(wanted) }],
      })
      const { body } = await openPackage(app, site, fulfillmentId)
      const into = `/packing/packages/${body.package.id}/scan`
      await sendAll(rest(packs), into, (qty) => ({ code: mug.sku, qty }))
      const closed = await closePackage(app, site, body.package.id)
      expect(closed.body).toMatchObject({
        package: { lines: [{ qty: String(wanted) }] },
        fulfillment: { state: 'packed' },
      })
      const [moved] = await arrange(
        app,
        `select count(distinct m.move_id)::int as moves, sum(l.delta)::int as picked
         from tenant.stock_moves m
         join tenant.stock_ledger l using (platform_id, move_id)
         join tenant.stock_buckets b using (platform_id, bucket_id)
         where m.platform_id = $1 and m.kind = 'pick' and b.variant_id = $2 and l.delta > 0`,
        [site.platform.id, mug.id],
      )
      expect(moved).toEqual({ moves: rest(picks).scans.length, picked: wanted })
    }),
    { numRuns: 12 },
  )
  expect(cuts).toBeGreaterThan(0)
  expect(await findingsOf(app, site)).toEqual([])
}, 120_000)
