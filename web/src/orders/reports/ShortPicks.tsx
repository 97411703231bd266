import { reports } from '@stowage/contract/orders/reports'
import type { orders } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { NumbersTable } from './NumbersTable.tsx'

type Props = {
  query: {
    from: string
    to: string
    warehouse: string | undefined
    category: string | undefined
    variant?: string
    location?: string
  }
}

/** The latest picks behind a row, opened below it. */
export function ShortPicks({ query }: Props) {
  const slug = useSlug()
  const found = useQuery(
    load(reports.shortPicks, { params: { slug }, query: { ...query, limit: '100' } }),
  )
  const { data, error } = found
  const { brief: show, zone } = useTimes()
  const paths = usePaths()
  const opens = !useCan().whyTo<typeof orders.details>('order.read')
  if (error || !data) return <Reading of={found} fallback="Couldn’t load the picks" />
  return (
    <NumbersTable
      caption={`Short picks, latest first, times in ${zone}`}
      columns={['Reported', 'Fulfillment', 'SKU', 'Location', 'Missing']}
      rows={data.items.map((pick) => ({
        key: pick.pickTaskId,
        cells: [
          <time key="at" dateTime={pick.at}>
            {show(pick.at)}
          </time>,
          opens ? (
            <Link key="of" href={paths.fulfillment(pick.fulfillmentId)} className="link">
              {pick.fulfillment}
            </Link>
          ) : (
            pick.fulfillment
          ),
          pick.sku,
          pick.location,
          `${formatQuantity(pick.missing)} ${pick.unit}`,
        ],
      }))}
    />
  )
}
