import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { packing } from '@stowage/contract/orders/packing'
import { waitingStates } from '@stowage/contract/orders/fulfillment-waiting'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { go } from '../../app/navigation.ts'
import { searchOf } from '../../app/search.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useSite } from '../../workspace/site.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { orderScan } from '../../orders/packing/order-scan.ts'
import { Choices } from '../frame/Choices.tsx'
import { useSearchOf } from '../frame/navigation.tsx'
import { ReadFrame } from '../frame/ReadFrame.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'

// The start page does without them.
const PackWork = lazyPart(() => import('./PackWork.tsx'), 'PackWork')

const search = searchOf(z.object({ fulfillment: z.uuid().optional() }))

/** Packs with a scanner: first an order is scanned, then its items. */
export default function FloorPackPage() {
  const { fulfillment } = useSearchOf(search)
  return fulfillment === undefined ? <Start /> : <Work key={fulfillment} id={fulfillment} />
}

function Start() {
  const slug = useSlug()
  const paths = usePaths()
  const { id: warehouse } = useSite()
  const outbox = useOutbox()
  const state = waitingStates.toPack.join(',')
  const query = { warehouse, state, limit: '50', count: 'none', sort: 'createdAt' } as const
  const { data, ...read } = useQuery(load(fulfillments.list, { params: { slug }, query }))
  const hrefOf = (id: string) => paths.floorPack({ fulfillment: id })
  useScan(
    orderScan(slug, (id) => go(hrefOf(id))),
    { screen: 'pack' },
  )
  return (
    <Choices
      title="Pack"
      scan="a tote or an order sheet"
      codeLabel="Code of the tote, or number of the order"
      choices={data?.items.map(({ id, number, customer, lineCount }) => ({
        id,
        name: `Pack ${number}`,
        text: [customer, lineCount === 1 ? '1 line' : `${lineCount} lines`]
          .filter(Boolean)
          .join(', '),
        href: hrefOf(id),
      }))}
      none="Nothing to pack."
      read={read}
      outbox={outbox}
    />
  )
}

function Work({ id: fulfillmentId }: { id: string }) {
  const slug = useSlug()
  const paths = usePaths()
  const outbox = useOutbox()
  const call = { params: { slug, fulfillmentId } }
  const details = useQuery(load(fulfillments.details, call))
  const items = useQuery(load(packing.items, call))
  const back = { href: paths.floorPack(), name: 'Orders to pack' }
  const fulfillment = details.data?.fulfillment
  if (!fulfillment || !items.data)
    return (
      <ReadFrame
        title="Pack"
        back={back}
        read={details.error ? details : items}
        of="fulfillment"
        outbox={outbox}
      />
    )
  return (
    <PackWork
      slug={slug}
      fulfillment={fulfillment}
      items={items.data.items}
      back={back}
      outbox={outbox}
    />
  )
}
