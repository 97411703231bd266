import { backorders } from '@stowage/contract/orders/backorders'
import { batches } from '@stowage/contract/orders/batches'
import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { orders } from '@stowage/contract/orders/orders'
import { picking } from '@stowage/contract/orders/picking'
import { waves } from '@stowage/contract/orders/waves'

/** What shows waves, or what is released with them. */
export const waveReads = [
  waves.list,
  waves.details,
  waves.orders,
  batches.list,
  batches.details,
  orders.list,
  orders.details,
  fulfillments.list,
  fulfillments.details,
  picking.list,
  backorders.list,
]
