import { backorders } from '@stowage/contract/orders/backorders'
import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { orders } from '@stowage/contract/orders/orders'
import { trace } from '@stowage/contract/orders/trace'
import { reservations } from '@stowage/contract/warehouse/reservations'
import { stock } from '@stowage/contract/warehouse/stock'

/** What shows orders, or stock that they reserve. */
export const changed = [
  orders.list,
  orders.details,
  orders.putBack,
  fulfillments.list,
  fulfillments.details,
  trace.explain,
  trace.timeline,
  backorders.list,
  reservations.list,
  stock.levels,
  stock.buckets,
  stock.variant,
]
