import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunksOf, distanceOf, inWalkingOrder, type Stop } from './rules.ts'

let next = 0
const stop = (code: string, more: Partial<Stop> = {}): Stop => ({
  id: String((next += 1)).padStart(4, '0'),
  zone: 'A',
  zoneSequence: 1,
  locationId: code,
  pickSequence: 0,
  code,
  xMm: null,
  yMm: null,
  sku: 'SKU',
  slot: 1,
  ...more,
})
const codes = (stops: readonly Stop[]) => inWalkingOrder(stops).map(({ code }) => code)

test('zones are walked in pick sequence, and in each the locations', () => {
  const far = { zone: 'Z', zoneSequence: 0 }
  expect(
    codes([
      stop('A-1', { pickSequence: 9 }),
      stop('A-2', { pickSequence: 3 }),
      stop('Z-1', far),
      stop('A-0', { pickSequence: 9 }),
    ]),
  ).toEqual(['Z-1', 'A-2', 'A-0', 'A-1'])
})

test('where all have coordinates, one aisle is walked up and the next down', () => {
  const at = (code: string, xMm: number, yMm: number, pickSequence: number) =>
    stop(code, { xMm, yMm, pickSequence })
  const all = [
    at('A-1', 0, 1000, 1),
    at('A-9', 0, 9000, 2),
    at('B-1', 3000, 1000, 3),
    at('B-9', 3000, 9000, 4),
    at('C-1', 6000, 1000, 5),
    at('C-9', 6000, 9000, 6),
  ]
  expect(codes(all)).toEqual(['A-1', 'A-9', 'B-9', 'B-1', 'C-1', 'C-9'])
  expect(distanceOf(inWalkingOrder(all))).toBe(8 + 3 + 8 + 3 + 8)
  const without = all.map((one) => (one.code === 'B-9' ? { ...one, yMm: null } : one))
  expect(codes(without)).toEqual(['A-1', 'A-9', 'B-1', 'B-9', 'C-1', 'C-9'])
  // From B-1 over B-9 no way is known.
  expect(distanceOf(inWalkingOrder(without))).toBe(8 + 3 + 8 + 8)
})

test('at a location what is of one item comes together, slot by slot', () => {
  const some = [
    stop('A-1', { sku: 'TEA', slot: 2 }),
    stop('A-1', { sku: 'MUG', slot: 2 }),
    stop('A-1', { sku: 'TEA', slot: 1 }),
    stop('A-1', { sku: 'MUG', slot: 1 }),
  ]
  expect(inWalkingOrder(some).map(({ sku, slot }) => `${sku} ${slot}`)).toEqual([
    'MUG 1',
    'MUG 2',
    'TEA 1',
    'TEA 2',
  ])
})

test('an order of stops loses none, repeats none and does not depend on how they came', () => {
  const coordinate = fc.option(fc.integer({ min: 0, max: 5 }).map((one) => one * 1000))
  const anyStop = fc
    .record({
      zone: fc.constantFrom('A', 'B'),
      code: fc.constantFrom('1', '2', '3'),
      pickSequence: fc.integer({ min: 0, max: 2 }),
      xMm: coordinate,
      yMm: coordinate,
      slot: fc.integer({ min: 1, max: 3 }),
    })
    .map((one) => stop(one.code, one))
  fc.assert(
    fc.property(
      fc
        .array(anyStop, { maxLength: 12 })
        .chain((stops) =>
          fc.tuple(
            fc.constant(stops),
            fc.shuffledSubarray(stops, { minLength: stops.length, maxLength: stops.length }),
          ),
        ),
      ([stops, shuffled]) => {
        const walked = inWalkingOrder(stops)
        expect(new Set(walked)).toEqual(new Set(stops))
        expect(walked).toHaveLength(stops.length)
        expect(inWalkingOrder(shuffled)).toEqual(walked)
      },
    ),
  )
})

test('without two neighbours with coordinates no distance is known', () => {
  const here = { xMm: 0, yMm: 0 }
  const nowhere = { xMm: null, yMm: null }
  expect(distanceOf([])).toBe(null)
  expect(distanceOf([here])).toBe(null)
  expect(distanceOf([here, nowhere, here])).toBe(null)
  expect(distanceOf([here, { xMm: 1400, yMm: 0 }])).toBe(1)
})

test('what is chosen is split in order', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(chunksOf([], 2)).toEqual([])
})
