import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustAt, as, levelOf, newItem, receiveInto, stocked, type Site } from '../fixtures.ts'
import { concurrently, contenders, onceFree, statuses, tally } from './concurrently.ts'
import { openGround, type Ground } from './stock-clients.ts'

const { receiving, adjustments } = api.warehouse

let ground: Ground
let site: Site
beforeAll(async () => {
  ground = await openGround()
  site = ground.site
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

/** An open or completed receipt of one line, and how its routes are called. */
async function newReceipt(line: Record<string, unknown>, complete = false) {
  const { body } = await receiveInto(ground.app, site, line, { complete })
  const { receipt } = body
  return { receipt, at: { ...as(site), params: { ...site.params, receiptId: receipt.id } } }
}

test('numbers lines without gaps when 24 are added concurrently', async () => {
  const { sku } = await newItem(ground.app, site)
  const { at } = await newReceipt({ sku, qty: '1' })
  const answers = await concurrently(24, (i) => {
    const lines = [String(i + 2), '1'].slice(i % 2).map((qty) => ({ sku, qty }))
    return onceFree(() => ground.app.call(receiving.addLines, { ...at, body: { lines } }))
  })
  expect(statuses(answers)).toEqual({ 200: 24 })
  const { lines, version } = (await ground.app.call(receiving.receipt, at)).body.receipt
  expect(lines.map(({ lineNo }) => lineNo)).toEqual(Array.from({ length: 37 }, (_, i) => i + 1))
  expect(version).toBe(25)
  for (const { body } of answers)
    expect(lines.slice(0, body.receipt.lines.length)).toEqual(body.receipt.lines)
})

test('never reverses more of a line than was received', async () => {
  const { sku, id } = await newItem(ground.app, site)
  const { at } = await newReceipt({ sku, qty: '10' }, true)
  const body = { version: 1, lines: [{ lineNo: 1, qty: '4' }] }
  const reverse = () => ground.app.call(receiving.reverse, { ...at, body })
  const answers = await concurrently(contenders, reverse)
  expect(tally(answers.map(({ body: said }) => said['code'] as string | undefined))).toEqual({
    ok: 1,
    version_conflict: contenders - 1,
  })
  expect(await levelOf(ground.app, id)).toMatchObject({ on_hand: '6' })
  // Without the version in the way, what is left of the line is.
  const later = await concurrently(contenders, async (i) => {
    const { version } = (await ground.app.call(receiving.receipt, at)).body.receipt
    const lines = [{ lineNo: 1, qty: String(1 + (i % 3)) }]
    return ground.app.call(receiving.reverse, { ...at, body: { version, lines } })
  })
  expect(Object.keys(statuses(later)).filter((status) => Number(status) >= 500)).toEqual([])
  const { lines } = (await ground.app.call(receiving.receipt, at)).body.receipt
  const onHand = (await levelOf(ground.app, id))?.['on_hand']
  expect(Number(lines[0]?.reversedQty)).toBe(10 - Number(onHand))
  expect(await ground.violations()).toEqual([])
})

test('completes a receipt as read or after the edit, never in between', async () => {
  const items = await concurrently(16, () => newItem(ground.app, site))
  await concurrently(16, async (i) => {
    const { sku = '', id = '' } = items[i] ?? {}
    const { at } = await newReceipt({ sku, qty: '1' })
    const line = { ...at, params: { ...at.params, lineNo: '1' } }
    const [done, edited, added] = await Promise.all([
      ground.app.call(receiving.complete, { ...at, body: { version: 1 } }),
      ground.app.call(receiving.updateLine, { ...line, body: { version: 1, qty: '5' } }),
      ground.app.call(receiving.addLines, { ...at, body: { lines: [{ sku, qty: '100' }] } }),
    ])
    const edits = [edited, added].filter(({ status }) => status === 200)
    expect(edits.length > 0).toBe(done.status === 409)
    const { receipt } = (await ground.app.call(receiving.receipt, at)).body
    const sum = receipt.lines.reduce((all, { qty }) => all + Number(qty), 0)
    expect(sum).toBe(1 + (edited.status === 200 ? 4 : 0) + (added.status === 200 ? 100 : 0))
    expect(Number((await levelOf(ground.app, id))?.['on_hand'] ?? 0)).toBe(
      receipt.state === 'completed' ? sum : 0,
    )
  })
  expect(await ground.violations()).toEqual([])
})

test('posts a draft as read or after the edit, never in between', async () => {
  const items = await concurrently(8, () => stocked(ground.app, site, { qty: '10' }))
  await concurrently(8, async (i) => {
    const { sku = '', id = '' } = items[i] ?? {}
    const { body } = await adjustAt(ground.app, site, { sku, qty: '-1' }, { post: false })
    const at = { ...as(site), params: { ...site.params, adjustmentId: body.adjustment.id } }
    const lines = [{ sku, location: 'A-01', mode: 'delta' as const, qty: '-7' }]
    const [posted, edited] = await Promise.all([
      ground.app.call(adjustments.submit, { ...at, body: { version: 1 } }),
      ground.app.call(adjustments.update, { ...at, body: { version: 1, lines } }),
    ])
    expect([posted.status, edited.status].toSorted()).toEqual([200, 409])
    expect(await levelOf(ground.app, id)).toMatchObject({
      on_hand: posted.status === 200 ? '9' : '10',
    })
  })
})
