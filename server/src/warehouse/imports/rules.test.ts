import { expect, test } from 'vitest'
import { readingOf, readNumber } from './cells.ts'
import { suggestMapping } from './rules.ts'

/** Which header each field is read from. */
const guessed = (header: string) => {
  const columns = header.split(',')
  const mapping = suggestMapping('products', columns)
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

test('a weight or size is guessed only from a name that says the unit', () => {
  expect(guessed('SKU,Weight,Length,Width,Height')).toEqual({ sku: 'SKU' })
  expect(guessed('SKU,Weight (kg),Length (cm)')).toEqual({ sku: 'SKU' })
  expect(guessed('sku,weight_g,length_mm')).toEqual({
    sku: 'sku',
    weight_g: 'weight_g',
    length_mm: 'length_mm',
  })
})

test.each([
  ['1.234,5', '1234.5', []],
  ['1 000', '1000', []],
  ['1.000', undefined, ['This can mean 1000 or 1.000. Write 1000 or 1.0000']],
])('the cell %j is the number %s', (cell, number, messages) => {
  const reading = readingOf([cell], { quantity: 0 }, 1)
  expect(readNumber(reading, 'quantity')).toBe(number)
  expect(reading.errors.map(({ message }) => message)).toEqual(messages)
})
