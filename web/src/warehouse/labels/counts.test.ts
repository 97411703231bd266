import { expect, test } from 'vitest'
import { countsIn, labelsFor } from './counts.ts'

const line = (variantId: string, qty: string) => ({ variantId, qty })

test('each piece gets a label, whatever lines it came in', () => {
  expect(labelsFor([line('mug', '12'), line('tea', '3.000'), line('mug', '4')])).toEqual({
    ids: ['mug', 'tea'],
    counts: ['16', '3'],
  })
})

test('what is weighed gets one for each line, and what is not there none', () => {
  expect(labelsFor([line('rice', '2.5'), line('rice', '0.75'), line('mug', '0')])).toEqual({
    ids: ['rice'],
    counts: ['2'],
  })
})

test.each([
  [undefined, undefined],
  ['3,4', [3, 4]],
  ['3', undefined],
  ['3,0', undefined],
  ['3,many', undefined],
  ['3,1.5', undefined],
])('an address that says %s counts %j', (text, counts) => {
  expect(countsIn(text, ['a', 'b'])).toEqual(counts)
})
