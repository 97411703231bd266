import type { Found } from '@stowage/contract/workspace/search'
import { beforeEach, expect, test } from 'vitest'
import { scanQueue, type Line, type Taker } from './queue.ts'

const foundOf = (code: string): Found => ({
  kind: 'variant',
  id: code,
  label: code,
  name: 'Mug',
  variantId: null,
  sku: code,
  warehouseId: null,
  warehouse: null,
  actions: ['open'],
  ...(code.startsWith('CMD:') && { kind: 'command', label: code.slice(4) }),
})

let clock = 0
let lines: readonly Line[] = []
let taker: Taker | undefined
/** Answers of the server, given when a test says so. */
let waiting: { code: string; give: () => void; fail: () => void }[] = []

const settle = () => new Promise((done) => setTimeout(done, 0))
const queue = (changed = () => {}) =>
  scanQueue({
    resolve: (code) =>
      new Promise((give, fail) => {
        waiting.push({ code, give: () => give(foundOf(code)), fail: () => fail(new Error('no')) })
      }),
    taker: () => taker,
    otherwise: ({ code }) => ({ tone: 'ok', text: `Opened ${code}` }),
    failed: () => ({ tone: 'bad', text: 'No answer' }),
    now: () => clock,
    onChange: (next) => {
      lines = next
      changed()
    },
  })
const notice = () => lines.map(({ code, answer }) => [code, answer?.text])

beforeEach(() => {
  clock = 0
  lines = []
  taker = undefined
  waiting = []
})

test('scans are answered in order, the second asked once the first is done', async () => {
  const { scan } = queue()
  scan('A')
  scan('B')
  await settle()
  expect(notice()).toEqual([
    ['B', undefined],
    ['A', undefined],
  ])
  expect(waiting.map(({ code }) => code)).toEqual(['A'])
  waiting[0]?.give()
  await settle()
  expect(waiting.map(({ code }) => code)).toEqual(['A', 'B'])
  waiting[1]?.give()
  await settle()
  expect(notice()).toEqual([
    ['B', 'Opened B'],
    ['A', 'Opened A'],
  ])
})

test('what the page knows is answered at once, after what is under way', async () => {
  taker = {
    take: () => undefined,
    know: (code) => (code.startsWith('L') ? { tone: 'ok', text: `Location ${code}` } : undefined),
  }
  let changes = 0
  const { scan } = queue(() => (changes += 1))
  scan('L1')
  expect(notice()).toEqual([['L1', 'Location L1']])
  expect(changes).toBe(1)
  scan('A')
  scan('L2')
  await settle()
  expect(notice()[0]).toEqual(['L2', undefined])
  waiting[0]?.give()
  await settle()
  expect(notice()[0]).toEqual(['L2', 'Location L2'])
})

test('a page that has just come is asked what it knows', async () => {
  const { scan } = queue()
  scan('L1')
  taker = { take: () => undefined, know: () => ({ tone: 'ok', text: 'Known' }) }
  await settle()
  expect(notice()).toEqual([['L1', 'Known']])
})

test('a failure is answered too, and the next scan goes on', async () => {
  const { scan } = queue()
  scan('A')
  scan('B')
  await settle()
  waiting[0]?.fail()
  await settle()
  waiting[1]?.give()
  await settle()
  expect(notice()).toEqual([
    ['B', 'Opened B'],
    ['A', 'No answer'],
  ])
})

test.each([
  [0, 1],
  [399, 1],
  [400, 2],
])('the same code again after %i ms makes %i', async (pause, count) => {
  const { scan } = queue()
  scan('A')
  clock += pause
  scan('A')
  await settle()
  expect(lines).toHaveLength(count)
})

test('the same code again counts where every scan does', () => {
  taker = { take: () => undefined, everyScanCounts: true }
  const { scan } = queue()
  scan('A')
  scan('A')
  expect(lines).toHaveLength(2)
})

test('a page takes scans, or leaves them', async () => {
  taker = {
    take: ({ code }) => (code === 'A' ? { tone: 'ok', text: 'Taken' } : undefined),
  }
  const { scan } = queue()
  scan('A')
  scan('B')
  await settle()
  waiting[0]?.give()
  await settle()
  waiting[1]?.give()
  await settle()
  expect(notice()).toEqual([
    ['B', 'Opened B'],
    ['A', 'Taken'],
  ])
})

test('the command takes the last scan back, once', async () => {
  const undone: string[] = []
  taker = {
    take: ({ code, found }) =>
      found.kind === 'command'
        ? undefined
        : { tone: 'ok', text: `+1 ${code}`, undo: () => undone.push(code) },
  }
  const { scan } = queue()
  for (const [i, code] of ['A', 'CMD:UNDO', 'CMD:UNDO'].entries()) {
    clock += 1_000
    scan(code)
    await settle()
    waiting[i]?.give()
    await settle()
  }
  expect(undone).toEqual(['A'])
  expect(notice()[1]).toEqual(['CMD:UNDO', 'Undone: +1 A'])
  expect(notice()[0]).toEqual(['CMD:UNDO', 'There is nothing to undo.'])
})

test('what a page has sent, or left behind, is not taken back', async () => {
  const page: Taker = { take: ({ code }) => ({ tone: 'ok', text: `+1 ${code}`, undo: () => 0 }) }
  taker = page
  const { scan, settle: send, undo } = queue()
  scan('A')
  await settle()
  waiting[0]?.give()
  await settle()
  send({ take: () => undefined })
  expect(lines[0]?.answer).toHaveProperty('undo')
  send(page)
  expect(lines[0]?.answer).toEqual({ tone: 'ok', text: '+1 A' })
  expect(undo().text).toBe('There is nothing to undo.')
  expect(lines[0]).not.toHaveProperty('isSent')
  send(page, true)
  expect(lines[0]).toHaveProperty('isSent', true)
})

test('the last five are kept', async () => {
  const { scan } = queue()
  for (const code of 'ABCDEFG') scan(code)
  await settle()
  expect(lines.map(({ code }) => code).join('')).toBe('GFEDC')
})

test('what the page knows by itself is answered without the server, in its turn', async () => {
  taker = {
    take: ({ code }) => ({ tone: 'bad', text: `Not ${code}` }),
    know: (code) => (code === 'A' ? { tone: 'ok', text: 'Here' } : undefined),
  }
  const { scan } = queue()
  scan('B')
  scan('A')
  await settle()
  expect(waiting.map(({ code }) => code)).toEqual(['B'])
  waiting[0]?.give()
  await settle()
  expect(notice()).toEqual([
    ['A', 'Here'],
    ['B', 'Not B'],
  ])
  expect(waiting).toHaveLength(1)
})
