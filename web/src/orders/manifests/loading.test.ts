import type { Carton } from '@stowage/contract/orders/manifests'
import { weigh, weightText } from '@stowage/contract/orders/manifest-weights'
import { expect, test } from 'vitest'
import { answerTo } from './loadable.ts'
import { missingOf } from './missing.ts'

const carton = (number: string, shipmentId: string, weightG: number | null = null) =>
  ({ number, shipmentId, weightG }) as Carton

test('the packages are missing of which the shipment is partly loaded', () => {
  const loaded = [carton('F1-P1', 's1'), carton('F2-P1', 's2')]
  const waiting = [carton('F1-P2', 's1'), carton('F3-P1', 's3')]
  expect(missingOf({ loaded, waiting }).map(({ number }) => number)).toEqual(['F1-P2'])
  expect(missingOf({ loaded: [], waiting })).toEqual([])
})

test('a total weight says how many packages have none', () => {
  const of = (...weights: (number | null)[]) =>
    weightText(weigh(weights.map((weightG) => ({ weightG }))))
  expect(of(820, null, null, null)).toBe('0.82 kg, 3 of 4 packages not weighed')
  expect(of(820, 1_234_000)).toBe('1,234.82 kg')
  expect(of(null, null)).toBe('')
  expect(of()).toBe('')
})

test('while a manifest is loaded, a scan of anything else is refused', () => {
  expect(answerTo({ kind: 'package' })).toBe('load')
  expect(answerTo({ kind: 'unknown' })).toBe('load')
  expect(answerTo({ kind: 'command' })).toBeUndefined()
  for (const kind of ['variant', 'location', 'order', 'tote'] as const)
    expect(answerTo({ kind })).toEqual({ tone: 'bad', text: 'This is not a package.' })
})
