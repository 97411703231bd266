import { expect, test } from 'vitest'
import { eventOf, feedPage, windowOf, type EventRow } from './rules.ts'

const row = (seq: number, warehouseId: string | null): EventRow => ({
  feedSeq: String(seq),
  eventId: `event-${seq}`,
  type: 'no.such_type',
  subjectType: 'order',
  subjectId: 'order-1',
  subjectVersion: '3',
  occurredAt: new Date('2026-01-01T00:00:00.000Z'),
  warehouseId,
  payload: { number: 'SO-1', actor: { id: 'a' }, requestId: 'r' },
})
const rows = [row(1, 'north'), row(2, null), row(3, 'south'), row(4, 'north'), row(5, 'south')]
const page = (warehouses: string[] | null, limit: number) => {
  const { items, next } = feedPage(rows, { warehouses, limit, after: 0n })
  return [items.map(({ feedSeq }) => feedSeq), next]
}

test('who sees all warehouses reads every event', () => {
  expect(page(null, 2)).toEqual([['1', '2'], '2'])
  expect(page(null, 9)).toEqual([['1', '2', '3', '4', '5'], '5'])
})

test('who sees some reads their events, and goes on behind all that was looked through', () => {
  expect(page(['north'], 1)).toEqual([['1'], '1'])
  expect(page(['north'], 9)).toEqual([['1', '4'], '5'])
  expect(page(['west'], 9)).toEqual([[], '5'])
  expect(windowOf(null, 50)).toBe(50)
  expect(windowOf(['north'], 50)).toBeGreaterThan(50)
})

test('a reader that is up to date stays where it is', () => {
  expect(feedPage([], { warehouses: null, limit: 5, after: 7n })).toEqual({ items: [], next: '7' })
})

test('a payload of an unknown form is told without its internal fields', () => {
  expect(eventOf(row(1, 'north'))).toMatchObject({
    occurredAt: '2026-01-01T00:00:00.000Z',
    subject: { type: 'order', id: 'order-1', version: 3 },
  })
  expect(eventOf(row(1, 'north')).data).toEqual({ number: 'SO-1', warehouseId: 'north' })
})
