import { expect, test } from 'vitest'
import { workspacePage } from './workspace-page.ts'

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
