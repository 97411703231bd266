import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { manifests } from '@stowage/contract/orders/manifests'
import { shipping } from '@stowage/contract/orders/shipping'
import type { Reply } from '@stowage/contract/route'
import type { Found } from '@stowage/contract/workspace/search'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { load, send } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { formatCount } from '../../app/format.ts'
import { go } from '../../app/navigation.ts'
import { searchOf } from '../../app/search.ts'
import { useCan } from '../../workspace/rights.ts'
import type { Take } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useSite } from '../../workspace/site.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { loadable, openFirst } from '../../orders/manifests/loadable.ts'
import { Choices } from '../frame/Choices.tsx'
import { useSearchOf } from '../frame/navigation.tsx'
import { ReadFrame } from '../frame/ReadFrame.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'

// The start page does without them.
const LoadWork = lazyPart(() => import('./LoadWork.tsx'), 'LoadWork')
const OpenManifest = lazyPart(() => import('./OpenManifest.tsx'), 'OpenManifest')

const search = searchOf(
  z.object({
    manifest: z.uuid().optional(),
    of: z.uuid().optional(),
    carrier: z.string().max(60).optional(),
  }),
)

/** Loads packages for a carrier: first the carrier is chosen, or a package of it scanned. */
export default function FloorLoadPage() {
  const { manifest, carrier, of } = useSearchOf(search)
  if (manifest !== undefined) return <Work key={manifest} id={manifest} />
  if (of !== undefined) return <OpenManifest warehouseId={of} carrier={carrier ?? ''} />
  return <Start />
}

function Start() {
  const slug = useSlug()
  const paths = usePaths()
  const { why } = useCan()
  const { id: warehouse } = useSite()
  const outbox = useOutbox()
  const { data, ...read } = useQuery(
    load(manifests.collections, { params: { slug }, query: { warehouse } }),
  )
  const whyNot = why(manifests.open)
  const take: Take = async ({ code, found }) => {
    if (!loadable.includes(found.kind)) return undefined
    if (whyNot !== undefined) return { tone: 'bad', text: whyNot }
    // A package has the id of its fulfillment.
    const of = found.kind === 'package' && found.id ? { fulfillment: found.id } : { q: code }
    const query = { ...of, handedOver: 'no', limit: '1', count: 'none' } as const
    const [shipment] = (await send(shipping.list, { params: { slug }, query })).items
    if (!shipment) return { tone: 'bad', text: await whyNotLoaded(slug, code, found) }
    const { warehouseId, carrier } = shipment
    const name = carrier || 'packages without a carrier'
    const isOf = (one: Collection) => one.warehouseId === warehouseId && one.carrier === carrier
    const manifest = data?.items.find(isOf)?.manifestId
    if (manifest) {
      go(paths.floorLoad({ manifest }))
      return { tone: 'ok', text: `Load ${name}. Scan it again.` }
    }
    go(paths.floorLoad({ of: warehouseId, carrier }))
    return { tone: 'warn', text: `Load ${name}. ${openFirst}` }
  }
  useScan(take, { screen: 'load' })
  return (
    <Choices
      title="Load"
      scan="a package, or choose a carrier"
      codeLabel="Package, shipment or tracking number"
      choices={data?.items.map((one) => ({
        id: `${one.warehouseId} ${one.carrier}`,
        name: one.carrier || 'No carrier',
        text: `${formatCount(one.loadedCount)} of ${formatCount(one.packageCount)} loaded`,
        href:
          one.manifestId === null
            ? paths.floorLoad({ of: one.warehouseId, carrier: one.carrier })
            : paths.floorLoad({ manifest: one.manifestId }),
      }))}
      none="Nothing to hand over."
      read={read}
      outbox={outbox}
    />
  )
}

type Collection = Reply<typeof manifests.collections>['items'][number]

/** Says what keeps this code from being loaded: a package may be packed, but not shipped yet. */
async function whyNotLoaded(slug: string, code: string, { kind, id }: Found): Promise<string> {
  if (kind === 'package' && id) {
    const params = { slug, fulfillmentId: id }
    const { state } = (await send(fulfillments.details, { params })).fulfillment
    if (state === 'packed') return `${code} is packed, but not shipped yet.`
    if (state !== 'shipped') return `${code} is not shipped yet.`
  }
  return `Nothing to load has the code ${code}.`
}

function Work({ id: manifestId }: { id: string }) {
  const slug = useSlug()
  const paths = usePaths()
  const outbox = useOutbox()
  const { data, ...read } = useQuery(load(manifests.details, { params: { slug, manifestId } }))
  const back = { href: paths.floorLoad(), name: 'Carriers' }
  if (!data) return <ReadFrame title="Load" back={back} read={read} of="manifest" outbox={outbox} />
  return <LoadWork slug={slug} manifest={data.manifest} back={back} outbox={outbox} />
}
