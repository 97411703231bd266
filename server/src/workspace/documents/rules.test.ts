import { expect, test } from 'vitest'
import { derivedOf, numbersLike } from './rules.ts'

test.each([
  ['SO-000042', ['SO-000042'], undefined],
  ['42', ['SO-000042'], undefined],
  ['so 42', ['SO 42'], undefined],
  ['so-42', ['SO-000042'], { from: 'SO-420000', to: 'SO-429999' }],
  ['SO42', ['SO-000042'], { from: 'SO-420000', to: 'SO-429999' }],
  ['1234567', ['SO-1234567'], undefined],
  [' #7 ', ['#7'], undefined],
])('%s means the numbers %j and the range %j', (q, exact, range) => {
  expect(numbersLike('SO', q)).toEqual({ exact, range })
})

test('a derived column is written with the column it comes from', () => {
  const derived = { nameKey: { from: 'name', of: (value: never) => String(value).toLowerCase() } }
  expect(derivedOf({ derived }, { name: 'Ann', note: '' })).toEqual([['nameKey', 'ann']])
  expect(derivedOf({ derived }, { note: '' })).toEqual([])
  expect(derivedOf({}, { name: 'Ann' })).toEqual([])
})
