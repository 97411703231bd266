import { auditQuery } from '@stowage/contract/platforms/audit-search'
import { describe, expect, it } from 'vitest'
import { platformFilter } from '../platforms/directory/filter.ts'
import { parseSearch, searchOf, stringifySearch } from './search.ts'

describe('the text of an address', () => {
  it('never turns a code into a number or a word into a truth value', () => {
    const codes = { sku: '1e5', zeros: '00123', long: '12345678901234567890', word: 'true' }
    expect(parseSearch(stringifySearch(codes))).toEqual(codes)
  })

  it('leaves out what is empty', () => {
    expect(stringifySearch({ q: '', role: undefined, logo: null })).toBe('')
    expect(stringifySearch({ q: 'a&b', role: '' })).toBe('?q=a%26b')
  })
})

describe('the search of a page', () => {
  const logs = searchOf(auditQuery)

  it('is what the route would be asked', () => {
    expect(logs.parse({ limit: '25', offset: '50', action: 'TENANT_*' })).toEqual({
      limit: 25,
      offset: 50,
      action: 'TENANT_*',
    })
  })

  it('replaces a bad value by its default and drops what it does not know', () => {
    expect(logs.parse({ limit: 'many', offset: '25', action: '<script>', colour: 'red' })).toEqual({
      limit: 50,
      offset: 25,
    })
    expect(searchOf(platformFilter).parse({ sort: 'sideways', q: 'acme' })).toEqual({
      sort: 'newest',
      q: 'acme',
    })
  })

  it('names a bad value without a default, so that none from the address stands in for it', () => {
    const parsed = logs.parse({ action: '<script>' })
    expect('action' in parsed && parsed.action).toBe(undefined)
  })

  it('takes its own result again, as links that change one value do', () => {
    const once = logs.parse({ limit: '100', offset: '200', actorEmail: 'ada' })
    expect(logs.parse(once)).toEqual(once)
  })
})
