import { describe, expect, test } from 'vitest'
import { deviceTypeOf, isCopy, transportsOf, nameOf } from './rules.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15'

test.each([
  ['platform', ['internal'], iPhone, 'mobile'],
  ['platform', ['internal', 'hybrid'], android, 'mobile'],
  ['platform', ['internal'], windows, 'desktop'],
  ['platform', [], mac, 'desktop'],
  ['platform', ['internal'], null, 'unknown'],
  ['cross-platform', ['usb', 'nfc'], windows, 'security-key'],
  ['cross-platform', ['hybrid', 'internal'], windows, 'mobile'],
  ['cross-platform', [], iPhone, 'unknown'],
  [undefined, ['internal'], mac, 'desktop'],
  [undefined, ['usb'], android, 'security-key'],
  [undefined, ['hybrid'], windows, 'mobile'],
  [{ evil: true }, [], windows, 'unknown'],
] as const)('classifies attachment %j with %j', (attachment, transports, userAgent, type) => {
  expect(deviceTypeOf({ attachment, transports, userAgent })).toBe(type)
})

test('keeps the known transports that a browser reports', () => {
  expect(transportsOf(['usb', 'usb', 'hybrid', 'x', 7, null, {}])).toEqual(['hybrid', 'usb'])
  for (const said of [undefined, null, 'usb', 7, {}]) expect(transportsOf(said)).toEqual([])
})

describe('a signature counter', () => {
  test.each([
    [0, 0, false],
    [0, 1, false],
    [5, 6, false],
    [5, 5, true],
    [5, 4, true],
    [5, 0, true],
  ])('from %i to %i', (counter, shown, isCopied) => {
    expect(isCopy({ multiDevice: false, counter }, shown)).toBe(isCopied)
    // What is kept in several places may be counted in each of them.
    expect(isCopy({ multiDevice: true, counter }, shown)).toBe(false)
  })
})

test('names a passkey after its model, otherwise after its kind', () => {
  expect(nameOf('ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'mobile')).toBe('Google Password Manager')
  const nobody = '00000000-0000-0000-0000-000000000000'
  const kinds = ['mobile', 'desktop', 'security-key', 'unknown'] as const
  expect(kinds.map((kind) => nameOf(nobody, kind))).toEqual([
    'Phone or tablet',
    'Computer',
    'Security key',
    'Passkey',
  ])
})
