import { returns } from '@stowage/contract/orders/returns'
import { changed } from '../fulfillments/changed.ts'

/** What shows returns, their orders or their stock. */
export const returnReads = [...changed, returns.list, returns.details, returns.returnable]
