import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inspectNoun } from '../../scripts/noun.ts'

const root = path.resolve(import.meta.dirname, '..', '..', '..')
const lacks = (from: string, noun: string) =>
  inspectNoun(from, noun)
    .filter(({ isThere, isOptional }) => !isThere && !isOptional)
    .map(({ what }) => what)

test('a whole noun lacks nothing, and one of a single file nearly everything', () => {
  expect(lacks(root, 'customers')).toEqual([])
  const empty = mkdtempSync(path.join(tmpdir(), 'noun-'))
  try {
    const contract = 'contract/src/orders/customers.ts'
    cpSync(path.join(root, contract), path.join(empty, contract))
    expect(lacks(empty, 'customers')).toEqual(
      expect.arrayContaining([
        'what it declares',
        'handlers',
        'SQL',
        'tests',
        'what the web knows of it',
        'a journey',
      ]),
    )
    expect(lacks(empty, 'customers')).not.toContain('routes in the contract')
  } finally {
    rmSync(empty, { recursive: true })
  }
  expect(() => inspectNoun(root, 'pallets')).toThrow('Nothing is called pallets')
})
