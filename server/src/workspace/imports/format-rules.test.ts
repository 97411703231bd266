import { expect, test } from 'vitest'
import { cellsByName, formatMapping, recognizeFormat, type Formats } from './format-rules.ts'

const formats: Formats = {
  amazon_orders: { has: ['Lineitem name', 'Paid at'], mapping: {} },
  amazon_all_orders: { has: [['Order ID', 'Order Number']], mapping: {} },
}

test('an export is known by its columns, the one with the most of them first', () => {
  expect(recognizeFormat(formats, ['order number', 'x'])).toBe('amazon_all_orders')
  expect(recognizeFormat(formats, ['Order ID', 'lineitem_name', 'PAID AT'])).toBe('amazon_orders')
  expect(recognizeFormat(formats, ['Paid at'])).toBeUndefined()
  expect(recognizeFormat(undefined, ['Order ID'])).toBeUndefined()
})

test('a field takes the first of its columns that is there', () => {
  const mapping = { email: ['E-Mail', 'Contact'], sku: 'SKU' }
  expect(formatMapping({ has: [], mapping }, ['contact', 'email'])).toEqual({ email: 1 })
})

test('cells are found by name, of several columns in the first', () => {
  const cellOf = cellsByName(['Name', 'Total', 'name'])([' Ann ', '5', 'Bob'])
  expect([cellOf('NAME'), cellOf('total'), cellOf('none')]).toEqual(['Ann', '5', ''])
})
