import { expect, it } from 'vitest'
import { describeDevice } from './device.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  [`${windows} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`${iPhone} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${iPhone} (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['  ', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, name) => expect(describeDevice(userAgent)).toBe(name))
