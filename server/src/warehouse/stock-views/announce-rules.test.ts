import { describe, expect, test } from 'vitest'
import type { ChangedLevel } from './announce-queries.ts'
import { availableEvent } from './announce-rules.ts'

const at = new Date('2026-11-24T14:03:00Z')
const level: ChangedLevel = {
  warehouseId: '0199f1f4-5d10-7a52-8f0e-7f1f0d5a1c02',
  variantId: '0199f1f4-64a6-7cc4-9f0c-2f6a8f0a2a01',
  sku: 'MUG',
  qtyScale: 0,
  reorderPoint: null,
  isSite: true,
  version: '7',
  was: '0',
  available: '0',
  changes: 1,
}
const payloadOf = (more: Partial<ChangedLevel>) =>
  availableEvent({ ...level, ...more }, at)?.payload

describe('an announcement', () => {
  test('names the level, its version and quantities with the decimals of the item', () => {
    const { warehouseId, variantId } = level
    expect(availableEvent({ ...level, qtyScale: 2, was: '150', available: '225' }, at)).toEqual({
      type: 'stock.available_changed',
      subject: { type: 'stock_level', id: `${warehouseId}:${variantId}`, version: 7 },
      payload: {
        warehouseId,
        variantId,
        sku: 'MUG',
        was: '1.50',
        available: '2.25',
        low: false,
        out: false,
        back: false,
      },
      at,
    })
  })

  test('is not made of what came back to the same, or is between two sites', () => {
    expect(payloadOf({ was: '3', available: '3' })).toBeUndefined()
    expect(payloadOf({ was: '3', available: '4', isSite: false })).toBeUndefined()
  })

  test.each<[string, string, string | null, ('low' | 'out' | 'back')[]]>([
    ['3', '1', null, []],
    ['3', '0', null, ['out']],
    ['0', '2', null, ['back']],
    ['9', '5', '5', []],
    ['9', '4', '5', ['low']],
    ['5', '4', '5', ['low']],
    // It was low before.
    ['4', '3', '5', []],
    ['5', '0', '5', ['low', 'out']],
    ['4', '0', '5', ['out']],
    // Back, and still low: nothing fell.
    ['0', '2', '5', ['back']],
    ['0', '9', '5', ['back']],
  ])('from %s to %s with reorder point %s says %j', (was, available, reorderPoint, said) => {
    const { low, out, back } = payloadOf({ was, available, reorderPoint }) as never
    const flags = Object.entries({ low, out, back })
    expect(flags.filter(([, isSet]) => isSet).map(([flag]) => flag)).toEqual(said)
  })
})
