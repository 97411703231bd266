import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../errors.ts'
import { checkQuery, parseJson } from './parse.ts'

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
  return undefined
}
const refusal = (text: string | Buffer) => codeOf(() => parseJson(Buffer.from(text)))

describe('the body parser', () => {
  test('parses an empty body as an empty object', () => {
    expect(parseJson(Buffer.alloc(0))).toEqual({})
  })

  test.each([
    ['broken JSON', '{bad'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['a byte order mark', '\uFEFF{}'],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['a prototype key', '{"__proto__":{"a":1}}'],
    ['a nested prototype key', '{"a":[{"constructor":{}}]}'],
    ['nesting deeper than 32', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['half a million numbers', `{"a":[${'0,'.repeat(500_000)}0]}`],
    ['half a million lists', `{"a":[${'[],'.repeat(500_000)}0]}`],
    ['a hundred thousand brackets', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('refuses %s', (_, text) => {
    expect(refusal(text)).toBe('malformed_json')
  })

  test('accepts a thousand lines of thirty fields and an image of 14 MB', () => {
    const line = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, 'a text']))
    const lines = Array.from({ length: 1_000 }, () => line)
    expect(parseJson(Buffer.from(JSON.stringify({ lines })))).toEqual({ lines })
    expect(refusal(JSON.stringify({ picture: 'A'.repeat(14_000_000) }))).toBeUndefined()
  })

  test.each([
    ['NUL', '{"name":"a\\u0000b"}'],
    ['an escape character', '{"a":{"name":"\\u001b"}}'],
    ['a C1 control', '{"name":"\\u0085"}'],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['NUL in a list', '{"list":["\\u0000"]}'],
  ])('names the field that contains %s', (_, text) => {
    expect(refusal(text)).toBe('validation_failed')
  })

  test('returns every safe object unchanged', () => {
    const text = fc.string({ unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())), (object) => {
        fc.pre(!['__proto__', 'constructor', 'prototype'].some((key) => Object.hasOwn(object, key)))
        expect(parseJson(Buffer.from(JSON.stringify(object)))).toEqual({ ...object })
      }),
    )
  })
})

describe('the query check', () => {
  test.each([
    ['twice', { name: ['a', 'b'] }],
    ['with brackets', { 'name[]': 'a' }],
    ['as a member', { 'name[a]': 'a' }],
    ['with NUL', { name: '\0' }],
  ])('refuses a declared parameter %s', (_, query) => {
    expect(codeOf(() => checkQuery(['name'], query, false))).toBe('validation_failed')
  })

  const other = { other: ['a', 'b'], name: 'a' }
  test('refuses undeclared parameters', () => {
    expect(codeOf(() => checkQuery(['name'], other, true))).toBe('validation_failed')
  })
  test('ignores them where others add some', () => {
    expect(codeOf(() => checkQuery(['name'], other, false))).toBeUndefined()
  })
})
