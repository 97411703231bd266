import { expect, test } from 'vitest'
import { rightsIn, rightsText } from './last-rights.ts'

const text = rightsText('acme', 'm1', ['stock.read', 'stock.move'])

test.each([
  ['the same member, there', text, 'acme', 'm1', ['stock.read', 'stock.move']],
  ['somebody who may do nothing', rightsText('acme', 'm1', []), 'acme', 'm1', []],
  ['another workspace', text, 'bolt', 'm1', undefined],
  ['another member', text, 'acme', 'm2', undefined],
  ['nobody', text, 'acme', undefined, undefined],
  ['nothing stored', null, 'acme', 'm1', undefined],
  ['something else stored', '{}', 'acme', undefined, undefined],
])('the rights kept for %s', (_, stored, slug, member, rights) => {
  expect(rightsIn(stored, slug, member)).toEqual(rights)
})
