import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPdf } from '../../../test/pdf.ts'
import { confirmPick } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newBatch } from '../../../test/wave-calls.ts'

const { app, site } = await setupSite()

async function textsOf(batchId: string, size: 'a4' | 'letter') {
  const pdf = await app.http.inject({
    url: `/api/v1/tenant/${site.params.slug}/picking/batches/${batchId}/pick-list?size=${size}`,
    headers: { authorization: `Bearer ${site.token}` },
  })
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  return readPdf(pdf.rawPayload).flatMap(({ texts }) => texts)
}

test('the pick list of a cluster names its totes, in walking order, and what is left', async () => {
  const totes = [1, 2].map((n) => `T-${n}-${randomUUID().slice(0, 6)}`)
  const { batch, item } = await newBatch(app, site, ['4', '3'], { method: 'cluster', totes })
  const texts = await textsOf(batch.id, 'a4')
  expect(texts).toEqual(
    expect.arrayContaining([
      'Pick list',
      batch.number,
      'Cluster, one tote per order',
      'A-01',
      item.sku,
      '4 each',
      '3 each',
      ...totes,
    ]),
  )
  expect(texts.indexOf('4 each')).toBeLessThan(texts.indexOf('3 each'))
  for (const [i, { id, qty }] of batch.tasks.entries())
    await confirmPick(app, site, id, { qty, tote: totes[i] ?? '' })
  expect(await textsOf(batch.id, 'letter')).toContain('Nothing is left to pick')
})
