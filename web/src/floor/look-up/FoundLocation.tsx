import { locations } from '@stowage/contract/warehouse/locations'
import { stock } from '@stowage/contract/warehouse/stock'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import {
  capacityText,
  contentsText,
  kindWords,
  statusWords,
} from '../../warehouse/locations/words.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { FoundFrame } from './FoundFrame.tsx'
import { Rows } from '../frame/Rows.tsx'
import { stockRow } from './found-stock.ts'
import { OpenAtDesk } from './FoundThing.tsx'
import type { FoundProps } from './look-up.ts'

/** A location: whether it is open, and what is in it. */
export function FoundLocation({ slug, thing }: FoundProps) {
  const paths = usePaths()
  const { why } = useCan()
  const { data, error, refetch } = useQuery(
    load(locations.details, { params: { slug, locationId: thing.id } }),
  )
  const contents = useQuery(
    load(stockViews.buckets, {
      params: { slug },
      query: { limit: '200', count: 'none', location: thing.id },
    }),
  )
  const rows = contents.data?.items ?? []
  const skus = new Set(rows.map(({ variantId }) => variantId)).size
  const location = data?.location
  const holds = location && capacityText(location)
  return (
    <FoundFrame
      thing={thing}
      states={
        location
          ? [
              {
                word: statusWords[location.status],
                look: location.status === 'active' ? 'ok' : 'warn',
              },
            ]
          : []
      }
      read={{
        data: data && contents.data,
        error: error ?? contents.error,
        refetch: () => Promise.all([refetch(), contents.refetch()]),
      }}
      actions={
        <>
          <LinkButton
            look="primary"
            href={paths.floorMove({ from: thing.id })}
            why={why(stock.move)}
          >
            Move from here
          </LinkButton>
          <OpenAtDesk thing={thing} />
        </>
      }
    >
      {location && (
        <p className="text-xl">
          {[kindWords[location.kind], contentsText(skus), holds && `up to ${holds}`]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      <Rows
        label="Contents"
        rows={rows.map((bucket) =>
          stockRow(bucket, {
            name: bucket.name || bucket.sku,
            where: bucket.sku,
            href: paths.floorLookUp({
              kind: 'variant',
              id: bucket.variantId,
              label: bucket.sku,
              variant: bucket.variantId,
            }),
          }),
        )}
        none="This location is empty."
        isCut={contents.data?.next != null}
      />
    </FoundFrame>
  )
}
