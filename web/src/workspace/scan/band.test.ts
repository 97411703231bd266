import { expect, test } from 'vitest'
import { bandOf } from './band.ts'

test.each([
  ['as wide as it is shown', 1280, 720, { x: 38, y: 130, width: 1203, height: 461 }],
  ['of a phone that is held upright', 720, 1280, { x: 22, y: 510, width: 677, height: 259 }],
  ['of an old camera', 640, 480, { x: 19, y: 125, width: 602, height: 230 }],
])('in a picture %s the frame is in its middle', (_, width, height, band) => {
  expect(bandOf(width, height)).toEqual(band)
  const { x, y, width: w, height: h } = bandOf(width, height)
  expect(Math.abs(2 * x + w - width)).toBeLessThanOrEqual(2)
  expect(Math.abs(2 * y + h - height)).toBeLessThanOrEqual(2)
})
