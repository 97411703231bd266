import { expect, test } from 'vitest'
import { categoryPaths } from './words.ts'

test('a category is shown with those above it', () => {
  const of = (id: string, name: string, parentId: string | null) => ({
    id,
    name,
    parentId,
    version: 1,
  })
  const paths = categoryPaths([of('2', 'Mugs', '1'), of('1', 'Kitchen', null), of('3', 'Art', '9')])
  expect(paths).toEqual([
    { value: '3', label: 'Art' },
    { value: '1', label: 'Kitchen' },
    { value: '2', label: 'Kitchen / Mugs' },
  ])
})
