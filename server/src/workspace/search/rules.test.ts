import { describe, expect, test } from 'vitest'
import { allowedOf, planSearch, readCode } from './rules.ts'

const place = { origin: 'https://stowage.example', slug: 'acme', year: 2026 }
const signs = {
  letters: { L: ['location'], T: ['container'] },
  pages: { catalog: ['variant'], receiving: ['receipt'] },
} as const
const page = (rest: string) => `${place.origin}/acme/app/${rest}`

describe('a scanned code', () => {
  test.each([
    ['CMD:UNDO', { kind: 'command', command: 'UNDO' }],
    ['CMD:DANCE', { kind: 'code', code: 'CMD:DANCE' }],
    ['L:A-01', { kind: 'code', code: 'A-01', among: ['location'] }],
    ['T:TOTE-7', { kind: 'code', code: 'TOTE-7', among: ['container'] }],
    ['O:SO-1', { kind: 'code', code: 'SO-1', among: [] }],
    ['X:A-01', { kind: 'code', code: 'X:A-01' }],
    [page('catalog/MUG%2F1'), { kind: 'code', code: 'MUG/1', among: ['variant'] }],
    [page('receiving/4711'), { kind: 'code', code: '4711', among: ['receipt'] }],
    [page('settings'), { kind: 'code', code: page('settings') }],
    // Another workspace, and a page that only looks like ours.
    [
      'https://stowage.example/other/app/catalog/MUG',
      { kind: 'code', code: 'https://stowage.example/other/app/catalog/MUG' },
    ],
    [
      'https://stowage.example.evil/acme/app/catalog/MUG',
      { kind: 'code', code: 'https://stowage.example.evil/acme/app/catalog/MUG' },
    ],
    [' 0012 ', { kind: 'code', code: '0012' }],
    [']C1garbage', { kind: 'refused', code: 'gs1_malformed' }],
  ])('%s', (code, question) => {
    expect(readCode(code, place, signs)).toEqual(question)
  })
})

test('actions are those of the rights', () => {
  const actions = [
    ['open', 'catalog.product.read'],
    ['receive', 'receipt.create'],
    ['move', 'stock.move'],
  ] as const
  expect(allowedOf(actions, new Set(['catalog.product.read', 'stock.move']))).toEqual([
    'open',
    'move',
  ])
  expect(allowedOf(actions, new Set())).toEqual([])
})

test.each([
  ['', undefined],
  ['  ', undefined],
  [' m ', { typed: 'm', key: 'm' }],
  ['Mug', { typed: 'Mug', key: 'mug' }],
  ['ΑΘΗΝΑΣ', { typed: 'ΑΘΗΝΑΣ', key: 'αθηνασ' }],
])('typing %j looks for %j', (typed, plan) => {
  expect(planSearch(typed)).toEqual(plan)
})
