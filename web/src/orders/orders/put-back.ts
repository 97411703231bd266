import type { PutBack } from '@stowage/contract/orders/put-back'
import { formatQuantity } from '../../app/format.ts'

/** What was picked and has to be put back, after what was done. */
export const putBackText = (putBack: readonly PutBack[]) =>
  putBack.length === 0
    ? ''
    : `. Put back: ${putBack
        .map(({ qty, sku, location }) => `${formatQuantity(qty)} ${sku} from ${location}`)
        .join(', ')}`
