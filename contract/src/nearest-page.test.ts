import { expect, test } from 'vitest'
import { nearestPage } from './nearest-page.ts'

const pages = ['', 'catalog', 'catalog/+new', 'catalog/$sku', 'stock', 'stock/lots/$lotId']

test.each([
  ['', ''],
  ['nowhere', ''],
  ['catalog', 'catalog'],
  ['catalog/MUG', 'catalog/$sku'],
  ['catalog/+new', 'catalog/+new'],
  ['stock/lots', 'stock'],
  ['stock/lots/7', 'stock/lots/$lotId'],
  ['stocks', ''],
])('the page nearest to %j is %j', (address, page) =>
  expect(nearestPage(pages, address)).toBe(page),
)

test('without a page above there is none', () =>
  expect(nearestPage(['catalog'], 'stock')).toBeUndefined())
