import type { OrderSummary } from '@stowage/contract/orders/orders'
import { type Columns, identifier } from '../../http/csv.ts'

/** The list of orders as a file. */
export const orderColumns: Columns<OrderSummary> = {
  number: ({ number }) => number,
  externalId: ({ externalId }) => identifier(externalId),
  channel: ({ channel }) => identifier(channel),
  customer: ({ customer }) => customer,
  state: ({ state }) => state,
  reservation: ({ reservationState }) => reservationState,
  placedAt: ({ placedAt }) => placedAt,
  promisedShipAt: ({ promisedShipAt }) => promisedShipAt,
  priority: ({ priority }) => String(priority),
  lines: ({ lineCount }) => String(lineCount),
  units: ({ units }) => ({ decimal: units }),
  shipped: ({ shipped }) => ({ decimal: shipped }),
  warehouses: ({ warehouses }) => warehouses.join(', '),
  currency: ({ currency }) => currency,
  subtotal: ({ totals }) => ({ decimal: totals.subtotal }),
  shippingCharge: ({ shippingCharge }) => ({ decimal: shippingCharge }),
  orderDiscount: ({ orderDiscount }) => ({ decimal: orderDiscount }),
  discount: ({ totals }) => ({ decimal: totals.discount }),
  tax: ({ totals }) => ({ decimal: totals.tax }),
  total: ({ totals }) => ({ decimal: totals.total }),
  payment: ({ paymentState }) => paymentState,
  tags: ({ tags }) => tags.join(', '),
}
