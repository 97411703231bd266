import { describe, expect, it } from 'vitest'
import { withoutRoom } from './fit-columns.ts'

const columns = [
  { header: 'SKU' },
  { header: 'Name' },
  { header: 'Reserved', wide: true as const },
  { header: 'On hand', keep: 3 },
  { header: 'Lot' },
  { header: 'Seen', wide: true as const },
  { header: 'Actions', hideHeader: true },
]
const widths = Object.fromEntries(columns.map(({ header }) => [header, 100]))

describe('columns there is no room for', () => {
  it.each([
    [0, []],
    [1, ['Seen']],
    [101, ['Seen', 'Reserved']],
    [201, ['Seen', 'Reserved', 'Lot']],
    [301, ['Seen', 'Reserved', 'Lot', 'Name']],
  ])('%i pixels too wide', (tooMuch, gone) => {
    expect(withoutRoom(columns, widths, tooMuch)).toEqual(gone)
  })

  it('never takes what names a row, nor what is done with it', () => {
    expect(withoutRoom(columns, widths, 10_000)).toEqual([
      'Seen',
      'Reserved',
      'Lot',
      'Name',
      'On hand',
    ])
  })
})
