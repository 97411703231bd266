import { manifests, type Collection } from '@stowage/contract/orders/manifests'
import { weightText } from '@stowage/contract/orders/manifest-weights'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { count, text, time, word } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { ShippingViews } from '../shipping/ShippingViews.tsx'

const route = getRouteApi('/$platform/app/shipping/hand-over')

type Opening = {
  open: (of: Collection) => void
  busy: (of: Collection) => boolean
  mayNot: string | undefined
}

const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  { open, busy, mayNot }: Opening,
): Column<Collection>[] => [
  text('Carrier', ({ carrier }) => carrier || 'No carrier', { grow: 'sm:min-w-32' }),
  word('Warehouse', ({ warehouseCode }) => warehouseCode, { card: 'value' }),
  count('Shipments', ({ shipmentCount }) => shipmentCount, { wide: true }),
  count('Packages', ({ packageCount }) => packageCount, { card: 'number' }),
  word('Weight', weightText, { wide: true }),
  time('Oldest', ({ oldestAt }) => oldestAt, show, { card: 'value' }),
  {
    header: 'Manifest',
    card: 'value',
    cell: ({ manifestId, manifest, loadedCount, packageCount }) =>
      manifestId === null ? (
        '-'
      ) : (
        <>
          <Link className="link" href={paths.manifest(manifestId)}>
            {manifest}
          </Link>
          {`, ${formatCount(loadedCount)} of ${formatCount(packageCount)} loaded`}
        </>
      ),
  },
  {
    header: 'Load',
    hideHeader: true,
    keep: 4,
    cell: (one) => (
      <Button
        className="min-h-8! px-2!"
        why={mayNot}
        busy={busy(one) && 'Opening…'}
        onClick={() => open(one)}
      >
        {'Load '}
        <span className="sr-only">{one.carrier || 'packages without a carrier'}</span>
      </Button>
    ),
  },
]

/** Lists shipped packages waiting for their carrier. */
export default function HandOverPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const router = useRouter()
  const { why } = useCan()
  const { zone, brief: show } = useTimes()
  const found = useQuery(load(manifests.collections, { params: { slug }, query: { warehouse } }))
  const { data, error } = found
  const { mutate, isPending, variables, error: refused } = useAction(manifests.open)
  const mayNot = why(manifests.open)
  const columns = useMemo(
    () =>
      columnsOf(paths, show, {
        mayNot,
        busy: ({ warehouseId, carrier }) =>
          isPending &&
          variables.body.warehouseId === warehouseId &&
          variables.body.carrier === carrier,
        open: ({ warehouseId, carrier }) =>
          mutate(
            { params: { slug }, body: { warehouseId, carrier } },
            {
              onSuccess: ({ manifest }) =>
                void router.navigate({ href: paths.manifest(manifest.id) }),
            },
          ),
      }),
    [paths, show, mayNot, isPending, variables, mutate, router, slug],
  )
  return (
    <Page
      title="To hand over"
      heading="Shipping"
      site={useWorkspaceName(slug)}
      tabs={<ShippingViews open="hand-over" />}
    >
      <ReadError of={found} fallback="Couldn’t load what is to be handed over" />
      {refused && <RefusalBox takesFocus error={refused} fallback="Couldn’t open the manifest" />}
      {!error && (
        <DataTable
          caption={
            data?.capped
              ? `The first 100 carriers, oldest first, times in ${zone}`
              : `Oldest first, times in ${zone}`
          }
          columns={columns}
          rows={data?.items}
          rowId={({ warehouseId, carrier }) => `${warehouseId} ${carrier}`}
          empty={
            <EmptyState
              title="Nothing to hand over"
              action={
                <LinkButton look="primary" href={paths.packing({ view: 'packed' })}>
                  Show packed orders
                </LinkButton>
              }
            >
              Shipped packages appear here until their carrier takes them.
            </EmptyState>
          }
        />
      )}
    </Page>
  )
}
