import { expect, it } from 'vitest'
import { pluralOf, singularOf, sentenceOf } from './words.ts'

/** Tables of what people choose here, and those that are read with a word where one is missing. */
const others = new Set([
  'stepWords',
  'moveWords',
  'suggested',
  'batchViews',
  'waveViews',
  'promisedWords',
  'busyWords',
  'formatHints',
])

const modules = import.meta.glob<Record<string, unknown>>(
  [
    '../**/words.ts',
    '../**/reason-words.ts',
    '../**/pick-policies.ts',
    '../**/home/home.ts',
    '!./words.ts',
  ],
  { eager: true },
)

it.each(Object.entries(modules))('%s shows a state it does not know as it is', (_, module) => {
  for (const [name, table] of Object.entries(module)) {
    if (others.has(name) || typeof table !== 'object' || table === null || Array.isArray(table))
      continue
    const entry = (table as Record<string, unknown>)['a_new_word']
    if (name === 'stateLooks') expect(entry).toBe('none')
    else
      expect([name, JSON.stringify(entry)]).toEqual([name, expect.stringContaining('a_new_word')])
  }
})

it.each([
  ['category', 'Categories'],
  ['pick_batch', 'Pick batches'],
  ['carrier', 'Carriers'],
  ['day', 'Days'],
])('%s in the plural is %s', (name, plural) => expect(pluralOf(sentenceOf(name))).toBe(plural))

it.each([
  ['boxes', 'box'],
  ['batches', 'batch'],
  ['waves', 'wave'],
  ['categories', 'category'],
  ['addresses', 'address'],
  ['API keys', 'API key'],
])('%s in the singular are one %s', (nouns, noun) => expect(singularOf(nouns)).toBe(noun))
