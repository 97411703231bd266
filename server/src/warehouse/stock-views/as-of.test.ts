import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem } from '../../../test/fixtures.ts'
import { newWarehouse, post, receive } from '../../../test/warehouse.ts'

const { stockViews, stock } = api.warehouse
const dayMs = 86_400_000
const app = await setupApp()
const site = await newWarehouse(app)

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * dayMs).toISOString()

describe('the stock as of a moment', () => {
  test('A10 differs by what was told later', async () => {
    const own = await newWarehouse(app)
    const { id: variantId } = await newItem(app, own, { sku: 'A10-MUG', qtyScale: 1 })
    const yesterday = daysAgo(1)
    const { sides } = await receive(app, own, variantId, '100')
    await post(app, own, { kind: 'adjust', effectiveAt: daysAgo(2) }, [
      { lineNo: 1, qty: '30', party: 'found', toBucket: sides[0]?.bucketId ?? '' },
    ])
    const asked = async (query: Record<string, string>) =>
      (await app.call(stockViews.asOf, { ...as(own), query: { at: yesterday, ...query } })).body
    expect((await asked({ known: 'then' })).items).toEqual([])
    expect((await asked({})).items).toMatchObject([{ sku: 'A10-MUG', onHand: '3.0' }])
    const now = await asked({ at: app.clock.now().toISOString(), by: 'location' })
    expect(now.items).toMatchObject([{ label: 'MAIN A-01', onHand: '13.0', sku: null }])
    for (const by of ['bucket', 'warehouse', 'variant', 'location'])
      expect((await asked({ by })).items.map(({ onHand }) => onHand)).toEqual(['3.0'])
    expect(await asked({ by: 'lot' })).toMatchObject({ items: [], settled: false })
    expect(await asked({ known: 'then' })).toMatchObject({ known: yesterday, settled: true })
    expect((await asked({ location: own.a02.id })).items).toEqual([])
  })

  test('keeps apart what is counted in another unit, page by page', async () => {
    const own = await newWarehouse(app)
    const put = async (item: Record<string, unknown>, quanta: string, toLocation: string) => {
      const { id } = await newItem(app, own, item)
      await receive(app, own, id, quanta, { toLocation })
    }
    await put({ unit: 'each' }, '3', own.a01.id)
    await put({ unit: 'each', qtyScale: 2 }, '150', own.a01.id)
    await put({ unit: 'kg', qtyScale: 3 }, '2500', own.a01.id)
    await put({ unit: 'kg' }, '7', own.a02.id)
    app.clock.advance(1_000)
    const whole = { at: app.clock.now().toISOString() }
    const pages = async (query: Record<string, string>) => {
      const rows: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = { ...whole, ...query, limit: '1', ...(cursor && { cursor }) }
        const { body } = await app.call(stockViews.asOf, { ...as(own), query: page })
        rows.push(...body.items.map(({ label, onHand, unit }) => `${label} ${onHand} ${unit}`))
        cursor = body.next
      }
      return rows
    }
    const [first, ...other] = ['MAIN A-01 4.50 each', 'MAIN A-01 2.500 kg', 'MAIN A-02 7 kg']
    expect(await pages({ by: 'location' })).toEqual([first, ...other])
    expect(await pages({ by: 'location', location: own.a02.id })).toEqual(other.slice(1))
    expect(await pages({ by: 'warehouse' })).toEqual(['MAIN 4.50 each', 'MAIN 9.500 kg'])
    const there = await pages({ by: 'warehouse', location: own.a01.id })
    expect(there).toEqual(['MAIN 4.50 each', 'MAIN 2.500 kg'])
  })

  test.each([{ at: -1 }, { at: 1, known: -1 }])(
    'A11 is not told of what is to come: %j',
    async (days) => {
      const query = {
        at: daysAgo(days.at),
        ...(days.known !== undefined && { known: daysAgo(days.known) }),
      }
      const answer = await app.call(stockViews.asOf, { ...as(site), query })
      expect([answer.status, answer.body['code']]).toEqual([422, 'future_date_refused'])
    },
  )

  test('comes page by page, with its lots', async () => {
    const own = await newWarehouse(app)
    const { id: variantId } = await newItem(app, own, { sku: 'LOTS', tracking: 'lot' })
    for (let i = 0; i < 5; i++) {
      const lotId = randomUUID()
      await arrange(
        app,
        'insert into tenant.lots (platform_id, lot_id, variant_id, code) values ($1, $2, $3, $4)',
        [own.platform.id, lotId, variantId, `L${i}`],
      )
      await receive(app, own, variantId, String(i + 1), { toLot: lotId })
    }
    app.clock.advance(1_000)
    const at = app.clock.now().toISOString()
    const pages = async (by: string) => {
      const rows: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query: Record<string, string> = { at, by, limit: '2', ...(cursor && { cursor }) }
        const { body } = await app.call(stockViews.asOf, { ...as(own), query })
        rows.push(...body.items.map(({ lot, onHand }) => `${lot} ${onHand}`))
        cursor = body.next
      }
      return rows
    }
    expect(await pages('lot')).toEqual(['L0 1', 'L1 2', 'L2 3', 'L3 4', 'L4 5'])
    expect(await pages('bucket')).toEqual(['L0 1', 'L1 2', 'L2 3', 'L3 4', 'L4 5'])
    const { body } = await app.call(stockViews.buckets, { ...as(own), query: { lot: 'L3' } })
    expect(body.items).toMatchObject([{ lot: 'L3', onHand: '4' }])
    const line = { sku: 'lots', lotCode: 'L3', fromLocationId: own.a01.id, qty: '4' }
    const moved = await app.call(stock.move, {
      ...as(own),
      body: { lines: [{ ...line, toLocationId: own.a02.id }] },
    })
    expect(moved.status).toBe(201)
    const history = await app.call(stockViews.ledger, { ...as(own), query: { lot: 'L3' } })
    expect(history.body.items.map(({ delta, lot }) => `${lot} ${delta}`)).toEqual([
      'L3 4',
      'L3 -4',
      'L3 4',
    ])
  })
})
