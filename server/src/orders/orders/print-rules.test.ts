import type { Order } from '@stowage/contract/orders/orders'
import { expect, test } from 'vitest'
import {
  dayText,
  grouped,
  inUnitOf,
  orderedCell,
  quantityText,
  recipientLines,
  timeText,
} from './print-rules.ts'

const line = (more: Partial<Order['lines'][number]>) =>
  ({
    qty: '24',
    unitQty: '24',
    cancelled: '0',
    baseUnit: 'pcs',
    unit: 'pcs',
    ...more,
  }) as Order['lines'][number]

test.each([
  ['1234567.5', '1,234,567.5'],
  ['999', '999'],
  ['1000', '1,000'],
])('%s is printed as %s', (plain, text) => {
  expect(grouped(plain)).toBe(text)
})

test('a quantity has no zeros at its end', () => {
  expect(quantityText('1500.250')).toBe('1,500.25')
})

test('what was ordered in boxes says how many pieces they are, and what is cancelled', () => {
  expect(orderedCell(line({}))).toEqual({ text: '24 pcs', notes: [] })
  expect(orderedCell(line({ unit: 'box', unitQty: '2', cancelled: '12' }))).toEqual({
    text: '2 box',
    notes: ['= 24 pcs', '12 cancelled'],
  })
})

test('a part of a line is in its unit only where that is exact', () => {
  const boxes = line({ unit: 'box', unitQty: '2' })
  expect(inUnitOf(boxes, 12_000_000n)).toBe('1 box')
  expect(inUnitOf(line({ unit: 'box', unitQty: '2', qty: '21' }), 10_000_000n)).toBeUndefined()
  expect(inUnitOf(line({ qty: '0', unitQty: '0' }), 1_000_000n)).toBeUndefined()
})

test('days and times are those of the warehouse', () => {
  const at = '2026-03-31T22:30:00.000Z'
  expect(dayText(at, 'UTC')).toBe('31 Mar 2026')
  expect(dayText(at, 'Europe/Berlin')).toBe('1 Apr 2026')
  expect(timeText(at, 'Europe/Berlin')).toBe('1 Apr 2026, 00:30')
})

test('an address without a name is of the customer', () => {
  const address = {
    name: '',
    company: '',
    line1: 'Hauptstr. 1',
    line2: '',
    postalCode: '10115',
    city: 'Berlin',
    region: '',
    country: 'DE',
    phone: '',
  }
  expect(recipientLines(address, 'Ann', 'DE')[0]).toBe('Ann')
  expect(recipientLines({ ...address, company: 'Shop' }, 'Ann', 'DE')[0]).toBe('Shop')
  expect(recipientLines(null, 'Ann', 'DE')).toEqual(['Ann'])
  expect(recipientLines(null, null, 'DE')).toEqual(['-'])
})
