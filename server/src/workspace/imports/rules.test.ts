import { fieldsOf } from '@stowage/contract/import-kinds'
import { expect, test } from 'vitest'
import { productRows } from '../../warehouse/products/import.ts'
import { readingOf, readNumber } from './cells.ts'
import { inWhole } from './measures.ts'
import { optionsProblem, suggestMapping, suggestOptions } from './rules.ts'

const products = { ...productRows, fields: fieldsOf('products') }

/** Which header each field is read from. */
const guessed = (header: string) => {
  const columns = header.split(',')
  const { mapping } = suggestMapping(products, columns)
  return Object.fromEntries(Object.entries(mapping).map(([field, at]) => [field, columns[at]]))
}

test.each([
  [
    'Shopify',
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Barcode,Variant Weight Unit,Cost per item,Status',
    {
      sku: 'Variant SKU',
      name: 'Title',
      handle: 'Handle',
      weight_g: 'Variant Grams',
      sell_price: 'Variant Price',
      purchase_price: 'Cost per item',
    },
  ],
  [
    'WooCommerce',
    'ID,Type,SKU,Name,Description,Stock,Low stock amount,Weight (kg),Length (cm),Sale price,Regular price,Categories,Tags,Parent',
    { sku: 'SKU', category: 'Categories', reorder_point: 'Low stock amount' },
  ],
  [
    'Odoo',
    'External ID,Name,Internal Reference,Barcode,Product Type,Product Category,Sales Price,Cost,Weight',
    {
      sku: 'Internal Reference',
      name: 'Name',
      category: 'Product Category',
      purchase_price: 'Cost',
    },
  ],
  [
    'InvenTree',
    'ID,Name,IPN,Description,Category,Category Name,Keywords,Units,Minimum Stock',
    { sku: 'IPN', category: 'Category Name', unit: 'Units', reorder_point: 'Minimum Stock' },
  ],
  [
    'ERPNext',
    'ID,Item Code,Item Name,Item Group,Default Unit of Measure,Description,Brand,Weight Per Unit,Weight UOM,Valuation Rate',
    {
      sku: 'Item Code',
      name: 'Item Name',
      category: 'Item Group',
      purchase_price: 'Valuation Rate',
    },
  ],
])('columns of an export of %s are recognized', (_, header, expected) => {
  expect(guessed(header)).toMatchObject(expected)
})

const unknown = { decimalMark: null, weightUnit: null, lengthUnit: null }

test('a weight or size is guessed only from a name that says the unit', () => {
  expect(guessed('SKU,Weight,Length,Width,Height')).toEqual({ sku: 'SKU' })
  expect(guessed('SKU,Weight (kg),Length (cm)')).toEqual({
    sku: 'SKU',
    weight_g: 'Weight (kg)',
    length_mm: 'Length (cm)',
  })
  expect(guessed('sku,weight_g,length_mm')).toEqual({
    sku: 'sku',
    weight_g: 'weight_g',
    length_mm: 'length_mm',
  })
})

test.each([
  ['1.234,5', '1234.5', []],
  ['1 000', '1000', []],
  ['1.000', undefined, ['This can mean 1000 or 1.000. Enter 1000 or 1.0000']],
])('the cell %j is the number %s', (cell, number, messages) => {
  const reading = readingOf([cell], { quantity: 0 }, 1, {
    fields: fieldsOf('stock'),
    options: unknown,
  })
  expect(readNumber(reading, 'quantity')).toBe(number)
  expect(reading.errors.map(({ message }) => message)).toEqual(messages)
})

const written = (header: string, ...rows: string[]) => {
  const columns = header.split(',')
  const { mapping } = suggestMapping(products, columns)
  return suggestOptions(
    products,
    columns,
    mapping,
    rows.map((row) => row.split(';')),
  )
}

test.each([
  ['Handle,Title,Variant SKU,Variant Grams', { weightUnit: 'g' }],
  ['SKU,Name,Weight (kg),Length (cm)', { weightUnit: 'kg', lengthUnit: 'cm' }],
  ['SKU,Name,Weight (lbs),Length (in)', { weightUnit: 'lb', lengthUnit: 'in' }],
  ['Name,Internal Reference,Barcode,Weight', { weightUnit: 'kg', lengthUnit: null }],
  ['sku,weight_g,length_mm', { weightUnit: 'g', lengthUnit: 'mm' }],
  ['SKU,Weight', { weightUnit: null }],
])('the units of %s', (header, expected) => {
  expect(written(header)).toMatchObject(expected)
})

test.each([
  [['M;1,5', 'N;1.000'], ','],
  [['M;1.234,50'], ','],
  [['M;9.90', 'N;1,000'], '.'],
  [['M;1.000', 'N;12'], null],
  [['M;1,5', 'N;1.5'], null],
  [['M;many'], null],
])('of %j the decimal mark is %j', (rows, mark) => {
  expect(written('SKU,Price', ...rows).decimalMark).toBe(mark)
})

test.each([
  ['0.35', 'kg', { value: 350 }],
  ['1.2345', 'kg', { nearest: ['1.234', '1.235'] }],
  ['2', 'lb', { value: 907 }],
  ['1.1', 'lb', { value: 499 }],
  ['16', 'oz', { value: 454 }],
  ['10', 'in', { value: 254 }],
  ['0.1', 'in', { value: 3 }],
  ['12.7', 'cm', { value: 127 }],
  ['0.29', 'm', { value: 290 }],
  ['1.5', 'mm', { nearest: ['1', '2'] }],
  ['999999999999999', 'g', { value: 999_999_999_999_999 }],
] as const)('%s %s in whole grams or millimetres', (text, unit, expected) => {
  expect(inWhole(text, unit)).toEqual(expected)
})

test('a weight without a unit is asked for', () => {
  const options = { ...unknown, lengthUnit: 'cm' as const }
  expect(optionsProblem(products.fields, { sku: 0, weight_g: 1 }, options)).toBe(
    'Choose the unit of the weights.',
  )
  expect(optionsProblem(products.fields, { sku: 0, length_mm: 1 }, options)).toBeUndefined()
})
