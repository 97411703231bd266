import { expect, test } from 'vitest'
import { mapInSlices, openRests } from './slices.ts'

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

test('a slice rests while short requests are at work, and only then', async () => {
  const { beginShort, letOthersGo } = openRests()
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
  const isResting = async () => {
    const before = timers()
    const rest = letOthersGo(1_000)
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
    const is = timers() > before
    await rest
    return is
  }
  // Other tests have timers too.
  await expect.poll(isResting).toBe(false)
  const [end, endOther] = [beginShort(), beginShort()]
  expect(await isResting()).toBe(true)
  end()
  expect(await isResting()).toBe(true)
  endOther()
  // Another one is expected soon.
  expect(await isResting()).toBe(true)
  await expect.poll(isResting).toBe(false)
})
