import { post } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bodyOf, fieldsOf, initialOf, missingOf } from './fields.ts'
import { whyNone } from './many.ts'
import { callOf, isOffered, stepsOf } from './steps.ts'

type Crate = { id: string; version: number; state: 'open' | 'sealed'; isEmpty: boolean }
const crate: Crate = { id: 'c1', version: 3, state: 'open', isEmpty: false }
const reply = z.object({})
const seal = post('/tenant/:slug/crates/:crateId/seal', {
  summary: 'Seal a crate',
  allow: 'stock.adjust.create',
  conditionalRights: [{ permission: 'stock.unreserve', when: '`force` is true' }],
  body: z.object({ version: z.int(), reason: z.string(), force: z.boolean().optional() }),
  reply,
})
const scan = post('/tenant/:slug/crates/:crateId/scan', {
  summary: 'Scan a crate',
  allow: 'stock.adjust.create',
  reply,
})
const step = stepsOf<Crate>({ one: 'crate', many: 'crates' })
const sealing = step({
  states: ['open'],
  fields: () => [
    { kind: 'text', name: 'reason', label: 'Reason', required: 'Enter a reason first.' },
    { kind: 'check', name: 'force', label: 'Although it is empty', right: 'stock.unreserve' },
  ],
  one: { route: seal, name: 'Seal crate', when: ({ isEmpty }) => !isEmpty },
  many: { route: seal, name: 'Seal', why: 'None of these crates is open.', done: 'sealed' },
})
const fields = fieldsOf(sealing, crate)

test('a record has a button for each step of its state, unless more has to hold', () => {
  expect(isOffered(sealing, crate)).toBe(true)
  expect(isOffered(sealing, { ...crate, state: 'sealed' })).toBe(false)
  expect(isOffered(sealing, { ...crate, isEmpty: true })).toBe(false)
  const scanning = step({ one: { route: scan, name: 'Scan' } })
  expect(isOffered(scanning, { ...crate, state: 'sealed' })).toBe(true)
  const forMany = step({ many: { route: seal, name: 'Seal', done: 'sealed' } })
  expect(isOffered(forMany, crate)).toBe(false)
})

test('many are refused a step only when it is known that none of them can take it', () => {
  expect(whyNone(sealing, ['sealed'])).toBe('None of these crates is open.')
  expect(whyNone(sealing, ['sealed', 'open'])).toBeUndefined()
  expect(whyNone(sealing, [])).toBeUndefined()
  expect(whyNone(sealing, undefined)).toBeUndefined()
})

test('a required text is missing while it is blank', () => {
  expect(missingOf(fields, initialOf(fields))).toBe('Enter a reason first.')
  expect(missingOf(fields, { reason: '  ', force: true })).toBe('Enter a reason first.')
  expect(missingOf(fields, { reason: 'Damp', force: false })).toBeUndefined()
})

test('what was entered is sent trimmed, and what was left alone is not sent', () => {
  expect(bodyOf(fields, { reason: ' Damp ', force: true })).toEqual({ reason: 'Damp', force: true })
  expect(bodyOf(fields, { reason: '', force: false })).toEqual({})
  const tags = [
    { kind: 'text', name: 'tags', label: 'Tags', parse: (text: string) => [text] },
  ] as const
  expect(bodyOf(tags, { tags: '' })).toEqual({ tags: [''] })
})

test('a call names the record, and its version where the route takes one', () => {
  expect(callOf('acme', seal, crate, { reason: 'Damp' })).toEqual({
    params: { slug: 'acme', crateId: 'c1' },
    body: { version: 3, reason: 'Damp' },
  })
  expect(callOf('acme', scan, crate, {})).toEqual({
    params: { slug: 'acme', crateId: 'c1' },
  })
})
