import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows } from './reading.ts'

const rowsOf = (text: string) => [...readRows(Buffer.from(text))]
const cellsOf = (text: string) => rowsOf(text).map(({ cells }) => cells)

describe('rows of a CSV file', () => {
  const separator = fc.constantFrom(',', ';', '\t')
  const lineEnd = fc.constantFrom('\r\n', '\n', '\r')
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'ab"\n,;\tü€😀') }),
    fc.integer({ min: 0, max: 60_000 }).map((length) => 'x'.repeat(length)),
  )
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 6 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

  test('are the cells that were written, wherever a slice of the file ends', () => {
    fc.assert(
      fc.property(rows, separator, fc.array(lineEnd, { minLength: 7 }), (written, mark, ends) => {
        const lines = [['sku', 'name'], ...written].map((cells) => cells.map(quoted).join(mark))
        const text = lines.map((line, i) => line + (ends[i] ?? '\n')).join('')
        const filled = written.filter((cells) => cells.some((one) => one.trim() !== ''))
        expect(cellsOf(text)).toEqual([['sku', 'name'], ...filled])
      }),
      { numRuns: 60 },
    )
  })

  test.each([65_533, 65_534, 65_535, 65_536])(
    'are two where CR and LF are the characters %i and the next',
    (at) => {
      const first = 'a'.repeat(at - 2)
      expect(rowsOf(`${first},b\r\nc,d\r\n`)).toEqual([
        { rowNo: 1, cells: [first, 'b'] },
        { rowNo: 2, cells: ['c', 'd'] },
      ])
    },
  )

  test.each([
    ['sku;name\r\nA;1\nB;2\rC;3'],
    ['sku;name\nA;1\r\nB;2\r\nC;3\n'],
    ['sku;name\rA;1\rB;2\nC;3\r'],
  ])('are told apart in a file with several kinds of line ends: %j', (text) => {
    expect(cellsOf(text)).toEqual([
      ['sku', 'name'],
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
    ])
  })

  test.each([
    ['sep=;\r\nsku;name, long\r\nA;B, c\r\n'],
    ['\uFEFFsep=;\nsku;name, long\nA;B, c\n'],
    ['"sep=;"\r\nsku;name, long\nA;B, c'],
    ['SEP=|\r\nsku|name, long\r\nA|B, c\r\n'],
  ])('are separated as the first line of Excel says, which is no row: %j', (text) => {
    expect(rowsOf(text)).toEqual([
      { rowNo: 1, cells: ['sku', 'name, long'] },
      { rowNo: 2, cells: ['A', 'B, c'] },
    ])
  })

  test.each([
    ['a column called sep', 'sep=x,name\nA,B\n', [['sep=x', 'name'], ['A', 'B']]], // prettier-ignore
    ['text behind a quoted part', 'a,b\n"x" y,"p""q"\n', [['a', 'b'], ['x y', 'p"q']]], // prettier-ignore
    ['an inch sign', 'a,b\n5" pipe,x\n', [['a', 'b'], ['5" pipe', 'x']]], // prettier-ignore
    ['no last line end', 'a,b\n1,', [['a', 'b'], ['1', '']]], // prettier-ignore
  ])('keep %s', (_, text, cells) => expect(cellsOf(text)).toEqual(cells))
})
