import { expect, test } from 'vitest'
import { formatCount } from '../app/format.ts'
import { rowsText } from './rows-text.ts'

test.each([
  [{ from: 51, rows: 50, total: 12_480, capped: false }, 'Rows 51-100 of 12,480'],
  [{ from: 1, rows: 1, total: 1, capped: false }, 'Row 1 of 1'],
  [{ from: 1, rows: 50, total: 10_000, capped: true }, 'Rows 1-50 of 10,000+'],
  [{ from: 1, rows: 0, total: 0, capped: false }, 'No rows'],
  [{ from: 1, rows: 25, total: null, capped: false }, 'Rows 1-25'],
  [{ from: 51, rows: 10, total: 55, capped: false }, 'Rows 51-60 of 60'],
])('%o reads %s', (span, text) => expect(rowsText(span, formatCount)).toBe(text))
