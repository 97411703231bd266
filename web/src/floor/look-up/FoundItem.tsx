import { lots } from '@stowage/contract/warehouse/lots'
import { stock } from '@stowage/contract/warehouse/stock'
import { stockViews, type StockBucket } from '@stowage/contract/warehouse/stock-views'
import { variants } from '@stowage/contract/warehouse/product-variants'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSite } from '../../workspace/site.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { lotStates } from '../../warehouse/lots/words.ts'
import { nameOf } from '../../warehouse/products/items.ts'
import { freeOf, sumOf } from '../../warehouse/products/quantities.ts'
import { FoundFrame } from './FoundFrame.tsx'
import { Rows } from '../frame/Rows.tsx'
import { stockRow } from './found-stock.ts'
import type { FoundProps } from './look-up.ts'
import { Quantity } from '../frame/Quantity.tsx'

const all = { limit: '200', count: 'none' } as const

/** An item, or one of its lots or serial numbers: how much there is of it, and where. */
export function FoundItem({ slug, thing }: FoundProps) {
  const { kind, id, label } = thing
  const variant = thing.variant ?? id
  const paths = usePaths()
  const { why, whyTo } = useCan()
  const { id: warehouse } = useSite()
  const item = useQuery(load(variants.details, { params: { slug, variantId: variant } }))
  const levels = useQuery({
    ...load(stockViews.levels, { params: { slug }, query: { ...all, variant, warehouse } }),
    enabled: kind === 'variant',
  })
  const lot = useQuery({
    ...load(lots.lot, { params: { slug, lotId: id }, query: { warehouse } }),
    enabled: kind === 'lot',
  })
  const query = { ...all, variant, warehouse, ...(kind !== 'variant' && { [kind]: label }) }
  const buckets = useQuery(load(stockViews.buckets, { params: { slug }, query }))
  const reads = [item, buckets, ...(kind === 'variant' ? [levels] : kind === 'lot' ? [lot] : [])]
  const sku = item.data?.variant.sku ?? ''
  const several = warehouse === undefined
  return (
    <FoundFrame
      thing={thing}
      name={item.data && (kind === 'variant' ? nameOf(item.data.variant) : undefined)}
      states={lot.data ? [lotStates[lot.data.lot.state]] : []}
      read={{
        data: reads.every(({ data }) => data !== undefined) || undefined,
        error: reads.find(({ error }) => error)?.error ?? null,
        refetch: () => Promise.all(reads.map((one) => one.refetch())),
      }}
      actions={
        <>
          <LinkButton look="primary" href={paths.floorMove({ variant })} why={why(stock.move)}>
            Move
          </LinkButton>
          <LinkButton
            href={paths.floorReceive()}
            why={whyTo<typeof receiving.create>('receipt.create')}
          >
            Receive
          </LinkButton>
        </>
      }
    >
      {kind !== 'variant' && item.data && (
        <p className="text-xl">
          {nameOf(item.data.variant)}
          <span className="ms-2 font-mono text-base text-muted">{sku}</span>
        </p>
      )}
      {lot.data?.lot.expiresOn && (
        <p className="text-xl">{`Expires on ${formatCalendarDay(lot.data.lot.expiresOn)}`}</p>
      )}
      {kind === 'variant' ? (
        <Level levels={levels.data?.items ?? []} unit={item.data?.variant.unit ?? ''} />
      ) : (
        <OfBuckets buckets={buckets.data?.items ?? []} unit={item.data?.variant.unit ?? ''} />
      )}
      <Rows
        label="Locations"
        rows={(buckets.data?.items ?? []).map((bucket) =>
          stockRow(bucket, {
            name: bucket.location,
            where: several ? bucket.warehouseCode : undefined,
            href: paths.floorLookUp({
              kind: 'location',
              id: bucket.locationId,
              label: bucket.location,
            }),
          }),
        )}
        none="Out of stock"
        isCut={buckets.data?.next != null}
      />
    </FoundFrame>
  )
}

type LevelProps = {
  levels: readonly { onHand: string; unavailable: string; reserved: string; available: string }[]
  unit: string
}

function Level({ levels, unit }: LevelProps) {
  const total = (of: keyof LevelProps['levels'][number]) =>
    formatQuantity(sumOf(...levels.map((level) => level[of])))
  return (
    <>
      <Quantity value={total('available')} unit={`${unit} available`} />
      <p className="text-lg text-muted">
        {`${total('onHand')} on hand, ${total('reserved')} reserved, ${total('unavailable')} unavailable`}
      </p>
    </>
  )
}

/**
 * Shows the available and on-hand quantity of one lot or serial. Reservations are not tied to a lot until
 * release.
 */
function OfBuckets({ buckets, unit }: { buckets: readonly StockBucket[]; unit: string }) {
  const available = buckets.filter(({ status }) => status === 'available').map(freeOf)
  return (
    <>
      <Quantity value={formatQuantity(sumOf(...available))} unit={`${unit} free`} />
      <p className="text-lg text-muted">
        {`${formatQuantity(sumOf(...buckets.map(({ onHand }) => onHand)))} on hand`}
      </p>
    </>
  )
}
