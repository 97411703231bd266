import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutZeros } from '../../app/quantity.ts'
import { filledDown, parseBlock, readPasted, spread, writeBlock } from './block.ts'

const english = { group: ',', decimal: '.' }
const german = { group: '.', decimal: ',' }
const french = { group: '\u202f', decimal: ',' }

describe('what was copied elsewhere', () => {
  test.each([
    ['7', [['7']]],
    ['7\n', [['7']]],
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['1\t\t3', [['1', '', '3']]],
    ['1\n\n3', [['1'], [''], ['3']]],
    ['"1,5"\t"say ""when"""', [['1,5', 'say "when"']]],
  ])('%j is a block', (text, block) => {
    expect(parseBlock(text)).toEqual(block)
  })

  test.each([
    ['12', english, '12'],
    ['1,234', english, '1234'],
    ['1,234', german, '1.234'],
    ['1.234', german, '1234'],
    ['1.234', english, '1.234'],
    ['1,5', english, '1.5'],
    ['1.5', german, '1.5'],
    ['0.250', german, '0.250'],
    ['1.234,5', english, '1234.5'],
    ['1,234.5', german, '1234.5'],
    ['1,234,567', german, '1234567'],
    ['1 234,5', french, '1234.5'],
    ['1\u202f234', french, '1234'],
    ["1'234.5", english, '1234.5'],
    ['1,23,4', english, undefined],
    ['-3', english, undefined],
    ['ten', english, undefined],
    ['12 pcs', english, undefined],
    ['1e5', english, undefined],
  ])('%s reads as the reader with %j means it', (text, marks, quantity) => {
    expect(readPasted(text, marks)).toBe(quantity)
  })

  test('numbers are copied as the reader writes them, and nothing else is changed', () => {
    expect(writeBlock([['1.5', 'v1.5']], german)).toBe('1,5\tv1.5')
    expect(writeBlock([['1.5'], ['2']], english)).toBe('1.5\n2')
  })

  test('what is copied here is pasted as the same', () => {
    const amount = fc
      .tuple(fc.nat(9_999_999), fc.nat(999_999))
      .map(([whole, decimals]) => withoutZeros(`${whole}.${String(decimals).padStart(6, '0')}`))
    const rows = fc.array(fc.array(amount, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(rows, fc.constantFrom(english, german, french), (block, marks) => {
        const copied = parseBlock(writeBlock(block, marks))
        expect(copied.map((row) => row.map((text) => readPasted(text, marks)))).toEqual(block)
      }),
    )
  })
})

describe('a block is pasted', () => {
  const size = { rows: 3, columns: 3 }
  const range = { top: 1, bottom: 1, left: 1, right: 1 }

  test('from the first cell on, empty cells apart', () => {
    expect(
      spread(
        [
          ['1', ''],
          ['', '4'],
        ],
        range,
        size,
      ),
    ).toEqual({
      entries: [
        { row: 1, column: 1, text: '1' },
        { row: 2, column: 2, text: '4' },
      ],
      beyond: 0,
    })
  })

  test('as far as there are cells, and the others are counted', () => {
    const { entries, beyond } = spread([['1', '2', '3'], ['4'], ['5']], range, size)
    expect(entries.map(({ text }) => text)).toEqual(['1', '2', '4'])
    expect(beyond).toBe(2)
  })

  test('into every cell of a range when it is one value', () => {
    const { entries } = spread([['7']], { top: 0, bottom: 1, left: 0, right: 1 }, size)
    expect(entries).toHaveLength(4)
    expect(new Set(entries.map(({ text }) => text))).toEqual(new Set(['7']))
  })
})

describe('filling down', () => {
  const textAt = ({ row, column }: { row: number; column: number }) => `${row}${column}`

  test('writes the first row into the others', () => {
    expect(filledDown({ top: 1, bottom: 3, left: 0, right: 1 }, textAt)).toEqual([
      { row: 2, column: 0, text: '10' },
      { row: 2, column: 1, text: '11' },
      { row: 3, column: 0, text: '10' },
      { row: 3, column: 1, text: '11' },
    ])
  })

  test('writes what is above into a single row, and nothing into the first', () => {
    const row = (at: number) => ({ top: at, bottom: at, left: 2, right: 2 })
    expect(filledDown(row(1), textAt)).toEqual([{ row: 1, column: 2, text: '02' }])
    expect(filledDown(row(0), textAt)).toEqual([])
    expect(filledDown(row(1), () => '')).toEqual([])
  })
})
