import { expect, test } from 'vitest'
import { hasLooseParts, shippedOf, stateWithout } from './rules.ts'

const mug = { id: 'mug', perKit: '2' }
const lid = { id: 'lid', perKit: '1' }
const kit = (mugs: string, lids: string, qtyScale = 0) => ({
  qtyScale,
  components: [mug, lid] as never,
  claims: [
    { componentId: 'mug', consumed: mugs },
    { componentId: 'lid', consumed: lids },
  ],
})

test.each([
  ['nothing', kit('0', '0'), 0n, false],
  ['whole kits', kit('4', '2'), 2n, false],
  ['the parts of one warehouse', kit('2', '0'), 0n, true],
  ['more parts than kits', kit('5', '2'), 2n, true],
  ['half a kit that is sold in tenths', kit('1', '0', 1), 0n, true],
])('a kit of which %s was shipped', (_, line, kits, isLoose) => {
  expect([shippedOf(line), hasLooseParts(line)]).toEqual([kits, isLoose])
})

test('a line of several warehouses was shipped as far as all of them did', () => {
  const claims = [
    { componentId: null, consumed: '2' },
    { componentId: null, consumed: '1' },
  ]
  const line = { qtyScale: 0, components: [], claims }
  expect([shippedOf(line), hasLooseParts(line)]).toEqual([3n, false])
})

test.each([
  ['released', { hasReady: true, hasDone: false }, 'released'],
  ['picking', { hasReady: true, hasDone: false }, 'picking'],
  ['picking', { hasReady: false, hasDone: true }, 'picked'],
  ['picked', { hasReady: false, hasDone: true }, 'picked'],
  ['released', { hasReady: false, hasDone: false }, 'cancelled'],
  ['picking', undefined, 'cancelled'],
] as const)('%s with %j of its other lines is %s', (before, others, after) => {
  expect(stateWithout(before, others)).toBe(after)
})
