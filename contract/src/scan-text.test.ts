import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanScan } from './scan-text.ts'

const gs = '\u001d'

test.each([
  ['4006381333931', '4006381333931'],
  [' 4006381333931\r\n', '4006381333931'],
  ['\tMUG-1\u00a0', 'MUG-1'],
  [']E04006381333931', '4006381333931'],
  [']E4 96385074 ', '96385074'],
  [']A0mug-1\r', 'mug-1'],
  [']C101040063813339311710', `${gs}01040063813339311710`],
  [`]d2${gs}0104006381333931`, `${gs}0104006381333931`],
  [`[)>\u001e05${gs}0104006381333931\u001e\u0004`, `${gs}0104006381333931`],
  [`0104006381333931${gs}`, '0104006381333931'],
  ['[A-01]', '[A-01]'],
  [']E0', ']E0'],
  [']x', ']x'],
  ['A B', 'A B'],
  ['', ''],
])('%j is the code %j', (scanned, code) => expect(cleanScan(scanned)).toBe(code))

test('what is clean stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('', ']E0', ']C1', ' '),
      (text, before) => {
        const once = cleanScan(before + text)
        // An identifier behind an identifier is part of the code.
        fc.pre(!/^\][A-Za-z]\d|^\[\)>/.test(once))
        expect(cleanScan(once)).toBe(once)
      },
    ),
  )
})
