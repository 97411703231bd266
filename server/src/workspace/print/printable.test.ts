import { firstUnprintable } from '@stowage/contract/printable'
import { expect, test } from 'vitest'
import { loadFaces } from './fonts.ts'

const isPrintable = (text: string) => firstUnprintable(text) === undefined

test('every character a code may have is drawn by a font', async () => {
  const all = Array.from({ length: 0x10_000 }, (_, point) => String.fromCodePoint(point))
  const printable = all.filter((character) => !/\p{Surrogate}/u.test(character)).filter(isPrintable)
  expect(printable.length).toBeGreaterThan(20_000)
  expect([...(await loadFaces(printable.map((text) => [text, 'regular'] as const)))]).toEqual([])
})

test.each(['MUG-1', 'Łódź', 'Ω-5', 'Чай', '日本茶-01', '蓝色-2', '차-3', 'شاي', 'תה', 'ชา', 'चाय'])(
  '%s can be printed',
  (text) => expect(firstUnprintable(text)).toBe(undefined),
)

test.each([
  ['TEA-🍵', '🍵'],
  ['ჩაი', 'ჩ'],
  ['茶𠮷', '𠮷'],
])('%s cannot', (text, character) => expect(firstUnprintable(text)).toBe(character))
