import { locations } from '@stowage/contract/warehouse/locations'
import { variants } from '@stowage/contract/warehouse/product-variants'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { load } from '../../app/api.ts'
import { searchOf } from '../../app/search.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { MoveWork } from './MoveWork.tsx'
import { useSearchOf } from '../frame/navigation.tsx'
import { ReadFrame } from '../frame/ReadFrame.tsx'
import type { Moving } from '../../warehouse/stock/move-scans.ts'
import { useOutbox } from '../outbox/use-outbox.ts'

const search = searchOf(z.object({ from: z.uuid().optional(), variant: z.uuid().optional() }))

/** Moves stock with a scanner, from a location or an item that was looked up, or from the start. */
export default function FloorMovePage() {
  const slug = useSlug()
  const paths = usePaths()
  const outbox = useOutbox()
  const { from, variant } = useSearchOf(search)
  const place = useQuery({
    ...load(locations.details, { params: { slug, locationId: from ?? '' } }),
    enabled: from !== undefined,
  })
  const item = useQuery({
    ...load(variants.details, { params: { slug, variantId: variant ?? '' } }),
    enabled: variant !== undefined,
  })
  const location = place.data?.location
  const found = item.data?.variant
  if ((from !== undefined && !location) || (variant !== undefined && !found))
    return (
      <ReadFrame
        title="Move"
        back={{ href: paths.floor, name: 'Tasks' }}
        read={from === undefined ? item : place}
        of={from === undefined ? 'item' : 'location'}
        outbox={outbox}
      />
    )
  const begin: Moving = {
    ...(location && { from: location }),
    ...(found && { item: { variantId: found.id, sku: found.sku } }),
  }
  return <MoveWork key={`${from} ${variant}`} slug={slug} begin={begin} outbox={outbox} />
}
