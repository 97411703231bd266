import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { isMoreThanZero } from '../../warehouse/products/quantities.ts'
import { statuses } from '../../warehouse/products/stock-words.ts'
import type { Row } from '../frame/Rows.tsx'

type Named = Pick<Row, 'name' | 'href' | 'onPress'> & { where?: string | undefined }

/** A stock line in a row: what it is or where, how it is kept, and how much of it is on hand. */
export function stockRow(bucket: StockBucket, { name, where, ...leads }: Named): Row {
  const { bucketId, unit, onHand } = bucket
  const detail = [where, ...bucketWords(bucket)].filter(Boolean).join(', ')
  return { id: bucketId, name, detail, value: `${formatQuantity(onHand)} ${unit}`, ...leads }
}

/** Returns the texts that distinguish a stock line from others of the same item and location. */
export function bucketWords({ lot, serial, expiresOn, status, allocated }: StockBucket): string[] {
  return [
    ...(lot === null ? [] : [`lot ${lot}`]),
    ...(serial === null ? [] : [`serial ${serial}`]),
    ...(expiresOn === null ? [] : [`expires ${formatCalendarDay(expiresOn)}`]),
    ...(status === 'available' ? [] : [statuses[status].word.toLowerCase()]),
    ...(isMoreThanZero(allocated) ? [`${formatQuantity(allocated)} for orders`] : []),
  ]
}
