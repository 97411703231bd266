import type { OrderState } from '@stowage/contract/orders/orders'
import { expect, test } from 'vitest'
import { whyNoOrder } from './bulk-steps.ts'

const verbs = [
  'confirm',
  'release',
  'unrelease',
  'hold',
  'releaseHold',
  'addToWave',
  'tag',
  'cancel',
]
const offered = (...states: OrderState[]) =>
  verbs.filter((verb) => whyNoOrder(verb, states) === undefined)

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
  expect(whyNoOrder('releaseHold', ['draft'])).toBe('None of these orders is on hold.')
})

test('where not all selected orders are known, every step is offered', () => {
  for (const verb of verbs) expect(whyNoOrder(verb, undefined)).toBeUndefined()
})
