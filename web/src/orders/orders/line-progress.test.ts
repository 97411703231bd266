import { expect, test } from 'vitest'
import { stepsOf } from './line-progress.ts'

const line = {
  allocated: '0',
  picked: '0',
  packed: '0',
  consumed: '0',
  returned: '0',
}

test.each([
  ['nothing of a line that is not released', {}, []],
  ['what is to pick', { allocated: '4' }, ['4 to pick']],
  [
    'what is picked apart from what is to pick',
    { allocated: '4', picked: '1' },
    ['1 picked', '3 to pick'],
  ],
  [
    'each unit once, in its last step',
    { allocated: '5', picked: '7', packed: '6', consumed: '4' },
    ['4 shipped', '2 packed', '1 picked', '2 to pick'],
  ],
  ['all as shipped', { picked: '10', packed: '10', consumed: '10', returned: '2' }, ['10 shipped']],
  ['parts of a unit', { allocated: '1.25', picked: '0.5' }, ['0.5 picked', '0.75 to pick']],
])('counts %s', (_, counts, steps) => {
  expect(stepsOf({ ...line, ...counts }).map(({ step, qty }) => `${qty} ${step}`)).toEqual(steps)
})
