import { expect, test } from 'vitest'
import { mapInSlices } from './slices.ts'

test('keeps the order of items and yields to the event loop', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()
  const items = Array.from({ length: 30 }, (_, i) => i)
  const doubled = await mapInSlices(items, (item) => {
    const from = performance.now()
    while (performance.now() - from < 2);
    return item * 2
  })
  isOver = true
  expect(doubled).toEqual(items.map((item) => item * 2))
  expect(turns).toBeGreaterThan(5)
})
