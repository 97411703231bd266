import type { PutBack } from '@stowage/contract/orders/order-put-back'
import { formatQuantity } from '../../app/format.ts'

/** Returns the list of picked items to put back, as text that follows the result. Empty if there are none. */
export const putBackText = (putBack: readonly PutBack[]) =>
  putBack.length === 0
    ? ''
    : `. Put back: ${putBack
        .map(({ qty, sku, location }) => `${formatQuantity(qty)} ${sku} from ${location}`)
        .join(', ')}`
