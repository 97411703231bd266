import { waves, type Wave } from '@stowage/contract/orders/waves'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { useCan } from '../../workspace/rights.ts'
import { takenText } from './words.ts'

/** How many orders a draft would take now. */
export function Taken({ slug, wave }: { slug: string; wave: Wave }) {
  const { why } = useCan()
  const mayNot = why(waves.preview)
  const { warehouseId, filter, policy, maxOrders, maxLines, maxUnits } = wave
  const body = { warehouseId, filter, policy, maxOrders, maxLines, maxUnits }
  const { data, error } = useQuery({
    ...load(waves.preview, { params: { slug }, body }),
    enabled: mayNot === undefined,
  })
  if (mayNot !== undefined || error) return '-'
  return data ? takenText(data) : '…'
}
