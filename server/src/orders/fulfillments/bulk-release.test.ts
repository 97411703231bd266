import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, newItem, receiveInto, stocked } from '../../../test/fixtures.ts'
import { allocatedOf, orderNow, orderOf } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { bulk } = api.orders
const { app, site } = await setupSite()

type Some = Record<string, unknown>

const send = (
  step: typeof bulk.release | typeof bulk.unrelease,
  ids: readonly string[],
  more: Some = {},
) =>
  app.call(step, {
    ...as(site),
    body: { mode: 'valid_items', items: ids.map((id) => ({ id })), ...more },
  } as never)

test('each is released or says why not, the most urgent first', async () => {
  const mug = await newItem(app, site)
  await receiveInto(app, site, { sku: mug.sku, qty: '4' })
  await receiveInto(app, site, { sku: mug.sku, qty: '4', location: 'STAGE' })
  const [late, urgent, draft] = [
    await orderOf(app, site, mug.sku, '4'),
    await orderOf(app, site, mug.sku, '4', { priority: 9 }),
    await orderOf(app, site, mug.sku, '1', { confirm: undefined }),
  ]
  const unknown = randomUUID()
  const { body } = await send(bulk.release, [late.id, urgent.id, draft.id, unknown])
  expect(body).toMatchObject({
    applied: 1,
    failed: 3,
    results: [
      {
        status: 'error',
        code: 'nothing_to_release',
        blockers: [{ reason: 'not_pickable', qty: '4' }],
      },
      { status: 'ok', id: urgent.id },
      { status: 'error', code: 'invalid_transition' },
      { status: 'error', code: 'not_found' },
    ],
  })
  expect(await orderNow(app, site, urgent.id)).toMatchObject({ state: 'released' })
  expect(await orderNow(app, site, late.id)).toMatchObject({ state: 'confirmed' })
  const back = await send(bulk.unrelease, [urgent.id, late.id])
  expect(back.body).toMatchObject({ applied: 1, failed: 1 })
  expect(await orderNow(app, site, urgent.id)).toMatchObject({ state: 'confirmed' })
})

test('all or nothing releases none when one is refused', async () => {
  const mug = await stocked(app, site)
  const [good, empty] = [
    await orderOf(app, site, mug.sku, '1'),
    await orderOf(app, site, mug.sku, '1', { confirm: undefined }),
  ]
  const { body } = await send(bulk.release, [good.id, empty.id], { mode: 'all_or_nothing' })
  expect(body.results).toMatchObject([{ status: 'skipped' }, { code: 'invalid_transition' }])
  expect(await orderNow(app, site, good.id)).toMatchObject({ state: 'confirmed', version: 1 })
  expect(await allocatedOf(app, mug.id)).toEqual([])
})
