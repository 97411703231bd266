import type { Order, orders } from '@stowage/contract/orders/orders'
import { readQuantity } from '../../app/quantity.ts'
import type { CallOf } from '../../app/transport.ts'
import { addressOf, isSameAddress, typedAddress } from './address-fields.ts'
import { toLocalTime } from './words.ts'

/** The fields of an order as they are typed. */
export const typedOrder = (order: Order) => ({
  priority: String(order.priority),
  shipBy: toLocalTime(order.promisedShipAt),
  payment: order.paymentState,
  tags: order.tags.join(', '),
  note: order.note,
  shippingCharge: order.shippingCharge,
  orderDiscount: order.orderDiscount,
  shippingAddress: typedAddress(order.shippingAddress),
  billingAddress: typedAddress(order.billingAddress),
})
export type TypedOrder = ReturnType<typeof typedOrder>

type Changes = Omit<NonNullable<CallOf<typeof orders.update>['body']>, 'version'>

const tagsOf = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

const amountOf = (text: string) => (text.trim() === '' ? '0' : (readQuantity(text) ?? text))

/**
 * Returns the changes of an order to send. Unchanged fields are left out, because they may be locked by now.
 */
export function changesOf(typed: TypedOrder, order: Order): Changes {
  const before = typedOrder(order)
  const isOther = (name: keyof TypedOrder) => typed[name] !== before[name]
  const { shippingAddress, billingAddress } = typed
  return {
    ...(isOther('priority') && { priority: Number(typed.priority) }),
    ...(isOther('shipBy') && {
      promisedShipAt: typed.shipBy === '' ? null : new Date(typed.shipBy).toISOString(),
    }),
    ...(isOther('payment') && { paymentState: typed.payment.trim() }),
    ...(isOther('tags') && { tags: tagsOf(typed.tags) }),
    ...(isOther('note') && { note: typed.note.trim() }),
    ...(isOther('shippingCharge') && { shippingCharge: amountOf(typed.shippingCharge) }),
    ...(isOther('orderDiscount') && { orderDiscount: amountOf(typed.orderDiscount) }),
    ...(!isSameAddress(shippingAddress, order.shippingAddress) && {
      shippingAddress: addressOf(shippingAddress),
    }),
    ...(!isSameAddress(billingAddress, order.billingAddress) && {
      billingAddress: addressOf(billingAddress),
    }),
  }
}
