import { batches } from '@stowage/contract/orders/batches'
import { picking } from '@stowage/contract/orders/picking'
import { waves } from '@stowage/contract/orders/waves'

/** What shows batches, or tasks that are picked in them. */
export const batchReads = [batches.list, batches.details, picking.list, waves.list, waves.details]
