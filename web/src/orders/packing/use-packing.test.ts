import { expect, test } from 'vitest'
import { ApiError } from '../../app/transport.ts'
import { refusedAnswer } from './use-packing.ts'

const found = { id: 'v1', label: 'CUP', name: 'Cup', variantId: 'v1' } as never as object
const refused = new ApiError(409, {
  code: 'wrong_item_scanned',
  message: 'This is the wrong item.',
  blockers: [{ type: 'scan', expected: 'MUG', got: '4006381333931' }],
})
const textOf = async (kind: string) =>
  (await refusedAnswer(refused, { ...found, kind } as never)).text

test('a wrong item is named where its code is known', async () => {
  const text = 'This is the wrong item. Needed: MUG. You scanned 4006381333931.'
  expect(await textOf('variant')).toMatch(`${text} This is `)
  expect(await textOf('variant')).toContain('CUP')
  expect(await textOf('unknown')).toBe(text)
})
