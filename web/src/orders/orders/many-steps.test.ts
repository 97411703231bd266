import type { OrderState } from '@stowage/contract/orders/orders'
import { expect, test } from 'vitest'
import { whyNone } from '../../workspace/steps/many.ts'
import { manyOrderSteps } from './many-steps.tsx'

const offered = (...states: OrderState[]) =>
  Object.entries(manyOrderSteps)
    .filter(([, step]) => whyNone(step, states) === undefined)
    .map(([key]) => key)

test('only steps that at least one selected order can take are offered', () => {
  expect(offered('draft')).toEqual(['confirm', 'tag', 'cancel'])
  expect(offered('on_hold')).toEqual(['releaseHold', 'tag', 'cancel'])
  expect(offered('draft', 'confirmed')).toEqual([
    'confirm',
    'release',
    'hold',
    'addToWave',
    'tag',
    'cancel',
  ])
  expect(offered('released')).toEqual([
    'release',
    'unrelease',
    'hold',
    'addToWave',
    'tag',
    'cancel',
  ])
  expect(offered('shipped', 'cancelled')).toEqual(['tag'])
  expect(whyNone(manyOrderSteps.releaseHold, ['draft'])).toBe('None of these orders is on hold.')
})

test('where not all selected orders are known, every step is offered', () => {
  for (const step of Object.values(manyOrderSteps)) expect(whyNone(step, undefined)).toBeUndefined()
})
