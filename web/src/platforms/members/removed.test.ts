import type { ListedMember } from '@stowage/contract/platforms/members'
import { expect, test } from 'vitest'
import { rowsOf, without, type Removed } from './removed.ts'

const member = (id: string): ListedMember => ({
  id,
  email: `${id}@example.com`,
  firstName: '',
  lastName: '',
  status: 'active',
  role: '',
  permissions: [],
  can: [],
  inert: [],
  invitation: null,
})
const [a, b, c, d] = [member('a'), member('b'), member('c'), member('d')]

const seen = (members: readonly ListedMember[], removed: readonly Removed[]) =>
  rowsOf(members, removed).map((row) => ('member' in row ? `-${row.member.id}` : row.id))

test('a removed member keeps their place before and after the list is loaded anew', () => {
  const removed = [{ member: b, at: 1 }]
  expect(seen([a, b, c], removed)).toEqual(['a', '-b', 'c'])
  expect(seen([a, c], removed)).toEqual(['a', '-b', 'c'])
})

test('several removed ones keep their places in whatever order they went', () => {
  const removed = [
    { member: b, at: 1 },
    { member: a, at: 0 },
  ]
  expect(seen([c, d], removed)).toEqual(['-a', '-b', 'c', 'd'])
})

test('when one has left for good, those below move up and those above stay', () => {
  const first = { member: a, at: 0 }
  const third = { member: c, at: 2 }
  expect(seen([b, d], without([first, third], first))).toEqual(['b', '-c', 'd'])
  expect(seen([b, d], without([first, third], third))).toEqual(['-a', 'b', 'd'])
})
