import { expect, test } from 'vitest'
import { decideRotation, isAccepted } from './rules.ts'

const at = new Date('2026-06-01T00:00:00Z')
const hour = 3_600_000
const day = 24 * hour
type State = 'next' | 'active' | 'retiring'
const key = (state: State, age: number) => ({
  kid: state,
  state,
  changedAt: new Date(at.getTime() - age),
})
const nothing = { remove: [], promote: undefined, announce: false }

test.each([
  ['nothing at first', [], nothing],
  ['nothing while the active key is young', [key('active', 89 * day - 1)], nothing],
  ['the next key a day before it is due', [key('active', 89 * day)], { announce: true }],
  ['one next key only', [key('active', 89 * day), key('next', 0)], nothing],
  ['no use of a key out for less than a day', [key('active', 1), key('next', day - 1)], nothing],
  ['the use of a key out for a day', [key('active', 1), key('next', day)], { promote: 'next' }],
  ['no end of a key that tokens still need', [key('active', 1), key('retiring', hour)], nothing],
  [
    'the end of one that none needs',
    [key('active', 1), key('retiring', hour + 60_000)],
    { remove: ['retiring'] },
  ],
])('decides a rotation: %s', (_, keys, expected) => {
  expect(decideRotation(keys, at)).toEqual({ ...nothing, ...expected })
})

test('accepts a retiring key as long as its last token is valid', () => {
  expect(isAccepted(key('retiring', hour), at)).toBe(true)
  expect(isAccepted(key('retiring', hour + 60_000), at)).toBe(false)
  for (const state of ['next', 'active'] as const)
    expect(isAccepted(key(state, 1_000 * day), at)).toBe(true)
})
