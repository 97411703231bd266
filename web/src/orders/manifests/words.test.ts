import { expect, test } from 'vitest'
import { shipmentsText } from './words.ts'

test.each([
  [['A'], 'Its shipment'],
  [['A', 'A'], 'Their shipment'],
  [['A', 'B'], 'Their shipments'],
])('the shipments of packages of %j are %s', (shipments, text) =>
  expect(shipmentsText(shipments.map((shipment) => ({ shipment })))).toBe(text),
)
