import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { draw, type DrawingJob } from './draw.ts'
import { line } from './layout.ts'
import { drawInThread } from './threads.ts'

const labels = (count: number): DrawingJob => ({
  kind: 'labels',
  template: 'product',
  format: 'pdf',
  paper: 'a4',
  startAt: 1,
  labels: Array.from({ length: count }, (_, i) => ({
    copies: 1,
    layout: {
      texts: [line(`MUG-${i}`, 2, 9.6, 4.2, 58)],
      codes: [
        [{ symbology: 'ean13', text: '4006381333931', x: 2, y: 11.5, width: 58, height: 11 }],
      ],
    },
  })),
  at: new Date(0),
  unprintable: 'refuse',
})

/** How often the event loop of this thread comes round while `work` runs. */
async function roundsDuring<T>(work: Promise<T>): Promise<{ rounds: number; result: T }> {
  let rounds = 0
  let isDone = false
  const ended = work.finally(() => (isDone = true))
  while (!isDone) {
    await Promise.race([sleep(1), ended])
    rounds++
  }
  return { rounds, result: await ended }
}

test('two thousand labels are drawn while the event loop goes on', async () => {
  await drawInThread('a', async () => labels(1))
  const here = await roundsDuring(draw(labels(2000)))
  const away = await roundsDuring(drawInThread('a', async () => labels(2000)))
  expect(Buffer.from(away.result.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(away.rounds).toBeGreaterThan(5 * here.rounds)
})

test('more than may wait are told to come again, before anything is read, and others are not', async () => {
  let read = 0
  const drawAs = (key: string) =>
    drawInThread(key, async () => {
      read += 1
      return labels(3)
    })
  const many = Promise.allSettled(Array.from({ length: 40 }, () => drawAs('a')))
  expect((await drawAs('b')).length).toBeGreaterThan(100)
  const refused = (await many).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(40 - 9)
  expect(read).toBe(9 + 1)
  expect(refused).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: 'unavailable' }) }),
  )
  expect((await drawAs('a')).length).toBeGreaterThan(100)
})
