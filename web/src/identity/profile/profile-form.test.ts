import { describe, expect, it } from 'vitest'
import { changesOf, examples, isExample, valuesOf } from './profile-form.ts'

const fresh = {
  firstName: 'Ada',
  lastName: 'Alba',
  email: 'ada@example.com',
  phone: '',
  location: '',
  bio: '',
}
const settled = { ...fresh, phone: '+44 20 7946 0000', location: 'Leeds' }

describe('the fields', () => {
  it('show examples until the account has its own', () => {
    expect(valuesOf(fresh)).toEqual({ ...fresh, ...examples })
    expect(valuesOf(settled)).toEqual(settled)
  })

  it('know an example from the same words said by the account', () => {
    expect(isExample('phone', examples.phone, fresh)).toBe(true)
    expect(isExample('phone', '', fresh)).toBe(false)
    expect(isExample('phone', examples.phone, settled)).toBe(false)
  })
})

describe('what is sent', () => {
  it('is nothing while nothing was changed', () => {
    expect(changesOf(valuesOf(fresh), fresh)).toEqual({})
    expect(changesOf(valuesOf(settled), settled)).toEqual({})
  })

  it('is what differs, without the examples beside it', () => {
    expect(changesOf({ ...valuesOf(fresh), bio: 'Packs', phone: '12' }, fresh)).toEqual({
      bio: 'Packs',
      phone: '12',
    })
  })

  it('is empty text where something was taken away', () => {
    expect(changesOf({ ...settled, phone: '' }, settled)).toEqual({ phone: '' })
    expect(changesOf({ ...valuesOf(fresh), phone: '' }, fresh)).toEqual({})
  })
})
