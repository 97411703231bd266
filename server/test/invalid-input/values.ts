import type { Random } from './random.ts'

/** Texts that have broken parsers, casts and columns. Some are valid somewhere. */
export const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e',
  '\u200b',
  '\ufffe',
  '\u001d',
  'İSTANBUL',
  'A-01',
  '1',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e309',
  'NaN',
  'Infinity',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '9'.repeat(40),
  `0.${'0'.repeat(40)}1`,
  '2026-02-30',
  '2026-01-01',
  '9999-12-31',
  '0000-00-00',
  '2026-13-45T25:61:61Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '1900-01-01T00:00:00Z',
  'null',
  '[]',
  'true',
  ',,,',
  'active,archived',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  'x'.repeat(3_000),
  '😀'.repeat(300),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'C0FFEE00-0000-7000-8000-00000000000G',
] as const

/** Values of JSON that are seldom what a field wants. */
export const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  [],
  {},
  [[]],
  [null],
  [{}],
  { a: 1 },
  [1, 'a', null],
  Array(1_001).fill(0),
  ...texts,
]

/** Pieces of an address that are no text at all, or not what they seem. */
export const escapes = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%C0%AE',
  '%',
  '%zz',
  '%2F..%2F',
  '%E2%80%AE',
  '%0A',
  '%7F',
] as const

/** Values in a forged cursor of a list: the right form of each kind, most with an impossible value. */
export const places: readonly unknown[] = [
  'a',
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\uffff',
  'x'.repeat(1_000),
  '0',
  '-1',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '9999999999999999999',
  '-9999999999999999999',
  '2147483648',
  '2026-01-01 00:00:00+00',
  '2026-02-30 10:00:00+00',
  '2026-13-01 00:00:00+00',
  '2026-01-01 24:00:01+00',
  '2026-01-01 23:59:60+00',
  '2026-01-01 00:00:00+99',
  '0000-01-01 00:00:00+00',
  '294277-01-01 00:00:00+00',
  '999999-12-31 23:59:59.999999+15:59',
  '018f0000-0000-7000-8000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  null,
  1,
  {},
  ['a'],
]

/** A place in a list that the server never gave, and the order it claims to be of: a real one with a value exchanged, or one made up. */
export function forgeCursor(random: Random, real: readonly string[]) {
  const isMadeUp = real.length === 0 || random.chance(0.1)
  const parts = isMadeUp
    ? ['f', '', ...Array.from({ length: random.below(5) }, () => random.pick(places))]
    : (JSON.parse(Buffer.from(random.pick(real), 'base64url').toString()) as unknown[])
  const sort = String(parts[1])
  if (random.chance(0.3)) parts[0] = 'b'
  if (!isMadeUp) parts[2 + random.below(parts.length - 2)] = random.pick(places)
  if (random.chance(0.05)) parts[random.below(parts.length)] = random.pick(places)
  const text = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return { sort, cursor: random.chance(0.05) ? text.slice(0, random.below(text.length)) : text }
}
