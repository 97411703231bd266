import { expect, test } from 'vitest'
import { workspacePaths } from '../../workspace/paths.ts'
import { mentionedIn } from './mentioned.ts'

const to = workspacePaths('acme', 'all')
const names = (...blockers: unknown[]) =>
  mentionedIn(blockers, to).map(({ name, href }) => `${name} > ${href}`)

test('what stands in the way is led to, each once', () => {
  expect(
    names(
      { type: 'bucket', sku: 'MUG', moves: [{ moveId: '7', kind: 'relocate' }, { moveId: '8' }] },
      { type: 'bucket', sku: 'TEA', moves: ['7'] },
      { type: 'already_reversed', moveId: '9' },
    ),
  ).toEqual([
    'Movement 7, moved > /acme/app/stock/ledger?move=7&wh=all',
    'Movement 8 > /acme/app/stock/ledger?move=8&wh=all',
    'Movement 9 > /acme/app/stock/ledger?move=9&wh=all',
  ])
  expect(
    names(
      { type: 'receipt', id: 'r1', number: 'RC-1' },
      { type: 'adjustment', id: 'a1' },
      { type: 'location', locationId: 'l1', code: 'A-01' },
    ),
  ).toEqual([
    'RC-1 > /acme/app/receiving/r1?wh=all',
    'The adjustment > /acme/app/stock/adjustments/a1?wh=all',
    'Stock in A-01 > /acme/app/stock?location=l1&wh=all',
  ])
})

test('what has no page leads nowhere', () => {
  expect(
    names(null, 'x', { type: 'claim', sourceId: 'o1' }, { type: 'level', sku: 'MUG' }),
  ).toEqual([])
})
