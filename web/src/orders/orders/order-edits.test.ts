import type { Order } from '@stowage/contract/orders/orders'
import { expect, test } from 'vitest'
import { changesOf, typedOrder } from './order-edits.ts'

const masked = { name: 'Ada', line1: 'P•••', city: 'Bergen', phone: '+•••', country: 'NO' }
const order = {
  priority: 5,
  promisedShipAt: '2026-11-02T10:00:30.000Z',
  paymentState: '',
  tags: ['gift', 'fragile'],
  note: '',
  shippingCharge: '4.9',
  orderDiscount: '0',
  shippingAddress: masked,
  billingAddress: null,
} as unknown as Order

test('what was not touched is not sent, whatever its state allows', () => {
  expect(changesOf(typedOrder(order), order)).toEqual({})
})

test('what was changed is sent as it is stored', () => {
  const typed = typedOrder(order)
  const changes = changesOf(
    {
      ...typed,
      tags: 'gift, , urgent, gift',
      shippingCharge: '',
      orderDiscount: '2,50',
      shippingAddress: { ...typed.shippingAddress, city: 'Oslo ' },
      billingAddress: { ...typed.billingAddress, company: 'Acme', country: 'de' },
    },
    order,
  )
  expect(changes).toMatchObject({
    tags: ['gift', 'urgent'],
    shippingCharge: '0',
    orderDiscount: '2.50',
    shippingAddress: { ...masked, city: 'Oslo' },
    billingAddress: { company: 'Acme', country: 'DE', line1: '' },
  })
  expect(Object.keys(changes)).not.toContain('promisedShipAt')
  const none = Object.fromEntries(Object.keys(typed.shippingAddress).map((name) => [name, '']))
  const emptied = { ...typed, shippingAddress: none as typeof typed.shippingAddress }
  expect(changesOf(emptied, order)).toEqual({ shippingAddress: null })
})
