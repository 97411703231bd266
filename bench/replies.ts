import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { OrderSummary } from '@stowage/contract/orders/orders'
import { serializerOf } from '../server/src/http/reply.ts'
import type { Section } from './report.ts'
import { median } from './rounds.ts'

const rounds = 15
const perRound = 200

const order: OrderSummary = {
  id: randomUUID(),
  number: 'SO-001234',
  channelId: randomUUID(),
  channel: 'WEB',
  externalId: '#1234',
  customerId: randomUUID(),
  customer: 'Dora Quay',
  state: 'confirmed',
  reservationState: 'full',
  fulfillmentState: 'none',
  priority: 50,
  placedAt: '2026-11-20T09:15:00.000Z',
  promisedShipAt: '2026-11-21T15:00:00.000Z',
  shipComplete: false,
  currency: 'EUR',
  paymentState: 'paid',
  tags: ['gift', 'express'],
  note: '',
  cancelReason: null,
  shippingCharge: '0',
  orderDiscount: '0',
  totals: {
    subtotal: '144.50',
    discount: '10.00',
    shipping: '0',
    tax: '25.60',
    total: '134.50',
  },
  version: 3,
  createdAt: '2026-11-20T09:15:02.000Z',
  createdBy: randomUUID(),
  createdByName: 'Ada Alba',
  lineCount: 3,
  units: '7',
  shipped: '0',
  warehouses: ['MAIN'],
}

/** Measures how long a page of 50 orders takes to become JSON: by its schema, and without one. */
export async function measureReplies(): Promise<Section> {
  const page = {
    items: Array.from({ length: 50 }, () => order),
    next: null,
    previous: null,
    total: 50,
    capped: false,
  }
  const schema = api.orders.orders.list.reply
  const started = performance.now()
  const serialize = await serializerOf(schema)
  serialize(page)
  const first = performance.now() - started
  const ways: [string, () => string][] = [
    ['By its schema', () => serialize(page)],
    ['JSON.stringify, which writes what the schema does not name', () => JSON.stringify(page)],
    ['Parsed by its schema first', () => JSON.stringify(schema.parse(page))],
  ]
  const times = ways.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [n, [, write]] of ways.entries()) times[n]?.push(timeOf(write))
  return {
    title: 'A page of 50 orders as JSON',
    figures: [
      ...ways.map(([what], n) => ({
        what,
        measured: `${median(times[n] ?? []).toFixed(3)} ms`,
      })),
      {
        what: 'By its schema for the first time, with loading the compiler',
        measured: `${first.toFixed(0)} ms`,
      },
    ],
  }
}

/** Returns the milliseconds one call takes. */
function timeOf(write: () => string): number {
  const started = performance.now()
  // The text is read, because the engine joins its parts only then.
  for (let n = 0; n < perRound; n += 1) Buffer.byteLength(write())
  return (performance.now() - started) / perRound
}
