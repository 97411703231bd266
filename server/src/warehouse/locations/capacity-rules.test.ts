import { expect, test } from 'vitest'
import { checkCapacity, type Content, type Limits } from './capacity-rules.ts'

const free: Limits = {
  locationId: 'l',
  code: 'A-01',
  maxUnits: null,
  maxWeightG: null,
  mixedSkus: true,
  mixedLots: true,
}
const of = (sku: string, quanta: bigint, delta: bigint, more: Partial<Content> = {}): Content => ({
  locationId: 'l',
  variantId: sku,
  sku,
  qtyScale: 0,
  weightG: null,
  lot: null,
  quanta,
  delta,
  ...more,
})

test.each([
  ['up to the last unit', { maxUnits: 10 }, [of('A', 7n, 3n)], undefined],
  ['beyond it', { maxUnits: 10 }, [of('A', 7n, 4n)], { max: '10', now: '7', wouldBe: '11' }],
  ['with others', { maxUnits: 10 }, [of('A', 1n, 4n), of('B', 6n, 0n)], { wouldBe: '11' }],
  ['in exchange', { maxUnits: 10 }, [of('A', 0n, 4n), of('B', 10n, -4n)], undefined],
  ['out of what is too much', { maxUnits: 10 }, [of('A', 20n, -1n)], undefined],
  [
    'with decimals',
    { maxUnits: 1 },
    [of('A', 50n, 51n, { qtyScale: 2 })],
    { now: '0.5', wouldBe: '1.01' },
  ],
  ['weighed', { maxWeightG: 100 }, [of('A', 0n, 4n, { weightG: 25 })], undefined],
  [
    'too heavy',
    { maxWeightG: 100 },
    [of('A', 0n, 5n, { weightG: 25 }), of('B', 9n, 9n)],
    { limit: 'maxWeightG', max: '100', now: '0', wouldBe: '125' },
  ],
] as const)('goods come %s', (_, limits, contents, blocker) => {
  const refused = checkCapacity({ ...free, ...limits }, contents)
  expect(refused?.code).toBe(blocker && 'location_full')
  if (blocker) expect(refused?.blocker).toMatchObject({ code: 'A-01', ...blocker })
})

const alone = { mixedSkus: false }
const oneLot = { mixedLots: false }
test.each([
  ['its own kind', alone, [of('A', 1n, 1n, { lot: '1' }), of('A', 1n, 0n)], undefined],
  ['another item', alone, [of('A', 0n, 1n), of('B', 1n, 0n)], 'mixedSkus'],
  ['another that goes', alone, [of('A', 0n, 1n), of('B', 1n, -1n)], undefined],
  ['another that comes', alone, [of('A', 0n, 1n), of('B', 0n, 1n)], 'mixedSkus'],
  ['what only leaves', alone, [of('A', 3n, -1n), of('B', 1n, 0n)], undefined],
  ['its own lot', oneLot, [of('A', 1n, 1n, { lot: '1' }), of('B', 1n, 0n)], undefined],
  [
    'another lot',
    oneLot,
    [of('A', 0n, 1n, { lot: '2' }), of('A', 1n, 0n, { lot: '1' })],
    'mixedLots',
  ],
] as const)('goods come to %s', (_, limits, contents, limit) => {
  const refused = checkCapacity({ ...free, ...limits }, contents)
  expect(refused?.code).toBe(limit && 'location_mix_forbidden')
  expect(refused?.blocker['limit']).toBe(limit)
})
