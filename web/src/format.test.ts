import { describe, expect, it } from 'vitest'
import { formatCount, formatDay, formatInstant } from './format.ts'

describe('dates', () => {
  it('name the month', () => {
    expect(formatDay(new Date(2026, 10, 5))).toBe('5 Nov 2026')
  })

  it('show an instant in the zone asked for', () => {
    const at = '2026-11-05T23:03:22Z'
    expect(formatInstant(at, 'UTC')).toBe('5 Nov 2026, 23:03:22')
    expect(formatInstant(at, 'Europe/Berlin')).toBe('6 Nov 2026, 00:03:22')
  })
})

it('counts are grouped', () => expect(formatCount(12480)).toBe('12,480'))
