import { expect, test } from 'vitest'
import type { LineRow } from '../orders/queries.ts'
import { explainLines } from './trace-rules.ts'

type Claim = LineRow['claims'][number]
const claim = (
  warehouseId: string,
  promised: string,
  backordered = '0',
  componentId: string | null = null,
) => ({ warehouseId, promised, backordered, componentId }) as Claim
const line = (more: Partial<LineRow>) =>
  ({
    lineNo: 1,
    variantId: 'mug',
    sku: 'MUG',
    qtyScale: 0,
    qty: '5',
    cancelled: '0',
    outOfStock: '0',
    components: [],
    claims: [],
    ...more,
  }) as unknown as LineRow
const available = (warehouseId: string, free: string, variantId = 'mug') => ({
  variantId,
  warehouseId,
  warehouse: warehouseId.toUpperCase(),
  free,
})
const none = { available: [], stopped: [] }
const reasonOf = (lines: LineRow[], state: 'draft' | 'confirmed' = 'confirmed') =>
  explainLines({ state }, lines, {}, none).map(({ reason }) => reason)

test.each<[string, Partial<LineRow>]>([
  ['cancelled', { cancelled: '5' }],
  ['out_of_stock', { cancelled: '5', outOfStock: '5' }],
  ['waiting', { claims: [claim('n', '2', '3')] }],
  ['rest_cancelled', { cancelled: '2', outOfStock: '2', claims: [claim('n', '3')] }],
  ['divided', { claims: [claim('n', '3'), claim('s', '2')] }],
  ['whole_order', { claims: [claim('n', '5')] }],
])('a line is served as it is because of %s', (reason, more) => {
  expect(reasonOf([line(more)])).toEqual([reason])
})

test('a draft is not confirmed, and lines of two warehouses are whole by themselves', () => {
  expect(reasonOf([line({})], 'draft')).toEqual(['not_confirmed'])
  const lines = [line({ claims: [claim('n', '5')] }), line({ claims: [claim('s', '5')] })]
  expect(reasonOf(lines)).toEqual(['whole_line', 'whole_line'])
})

test('of the warehouses, those that had, gave or have some are shown', () => {
  const kept = { 1: [{ warehouseId: 'n', componentId: null, had: '7', given: '5' }] } as never
  const [explained] = explainLines(
    { state: 'confirmed' },
    [line({ claims: [claim('n', '4', '1')] })],
    kept,
    {
      available: [
        available('n', '0'),
        available('s', '2'),
        available('w', '0'),
        available('s', '9', 'cup'),
      ],
      stopped: [{ lineNo: 1, sku: 'MUG', lot: 'A1', lotState: 'held', by: null } as never],
    },
  )
  expect(explained?.warehouses).toMatchObject([
    {
      warehouse: 'N',
      availableThen: '7',
      given: '5',
      available: '0',
      promised: '4',
      backordered: '1',
    },
    { warehouse: 'S', availableThen: '0', given: '0', available: '2', promised: '0' },
  ])
  expect(explained?.stopped?.lot).toBe('A1')
})

test('each component of a kit is explained, for as many kits as were ordered', () => {
  const components = [
    { id: 'c', perKit: '2', variantId: 'cup', sku: 'CUP', qtyScale: 0 },
    { id: 'p', perKit: '1', variantId: 'plate', sku: 'PLATE', qtyScale: 0 },
  ] as never
  const kit = line({ components, cancelled: '1', claims: [claim('n', '8', '0', 'c')] })
  const parts = explainLines({ state: 'confirmed' }, [kit], {}, none)
  expect(parts.map(({ sku, requested, cancelled }) => [sku, requested, cancelled])).toEqual([
    ['CUP', '10', '2'],
    ['PLATE', '5', '1'],
  ])
})
