import type { Blocker } from '@stowage/contract/blockers'
import { expect, test } from 'vitest'
import { workspacePaths } from '../paths.ts'
import { mentionedIn } from './mentioned.ts'

const to = workspacePaths('acme', 'all')
const names = (...blockers: Blocker[]) =>
  mentionedIn(blockers, to).map(({ name, href }) => `${name} > ${href}`)

test('what stands in the way is led to, each once', () => {
  const bucket = { type: 'bucket', bucketId: '1', location: 'A-01', status: 'available' } as const
  const quantities = { missing: '1', onHand: '0', allocated: '0' }
  const move = { kind: 'relocate', recordedAt: '2026-11-23T10:00:00.000Z', qty: '1' }
  expect(
    names(
      { ...bucket, ...quantities, sku: 'MUG', moves: [{ ...move, moveId: '7' }] },
      { ...bucket, ...quantities, sku: 'TEA', moves: [{ ...move, moveId: '7' }] },
      { type: 'already_reversed', moveId: '9' },
    ),
  ).toEqual([
    'Movement 7, moved > /acme/app/stock/ledger?move=7&wh=all',
    'Movement 9 > /acme/app/stock/ledger?move=9&wh=all',
  ])
  expect(
    names(
      { type: 'receipt', id: 'r1', number: 'RC-1' },
      { type: 'adjustment', id: 'a1', number: 'ADJ-1' },
      { type: 'location', locationId: 'l1', code: 'A-01', status: 'blocked' },
    ),
  ).toEqual([
    'RC-1 > /acme/app/receiving/r1?wh=all',
    'ADJ-1 > /acme/app/stock/adjustments/a1?wh=all',
    'Stock in A-01 > /acme/app/stock?location=l1&wh=all',
  ])
})

test('what has no page leads nowhere', () => {
  expect(
    names({ type: 'receipt' }, { type: 'variant', variantId: 'v1', sku: 'MUG', state: 'archived' }),
  ).toEqual([])
})
