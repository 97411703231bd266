import { expect, test } from 'vitest'
import { nearestPage, workspacePage } from './nearest-page.ts'

test.each([
  ['/acme/app', ''],
  ['/acme/app/', ''],
  ['/acme/app/catalog/MUG', 'catalog/MUG'],
  ['/acme', undefined],
  ['/acme/apple', undefined],
  ['/dashboard/users', undefined],
])('%s is the page %s of a workspace', (pathname, page) =>
  expect(workspacePage(pathname)).toBe(page),
)

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
