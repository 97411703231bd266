import { manifests, type Carton, type Manifest } from '@stowage/contract/orders/manifests'
import { weigh, weightText } from '@stowage/contract/orders/weights'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load, useAction } from '../../app/api.ts'
import { download } from '../../app/download.ts'
import { formatCount } from '../../app/format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Fact, Facts } from '../../parts/Facts.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { PdfButton } from '../papers/PdfButton.tsx'
import { LoadForm } from './LoadForm.tsx'
import { manifestSteps } from './steps.tsx'
import { manifestStates, packagesText } from './words.ts'

const route = getRouteApi('/$platform/app/shipping/manifests/$manifestId')

/** Shows a manifest. Its packages are scanned one by one, then handed over to the carrier. */
export default function ManifestPage() {
  const { platform: slug, manifestId } = route.useParams()
  const { data, error, refetch } = useQuery(
    load(manifests.details, { params: { slug, manifestId } }),
  )
  const manifest = data?.manifest
  return (
    <Page
      title={manifest?.number ?? 'Manifest'}
      site={useWorkspaceName(slug)}
      actions={
        manifest && (
          <>
            <PdfButton
              read={(query, options) =>
                download(
                  manifests.print,
                  { params: { slug }, query: { ...query, ids: manifest.id } },
                  options,
                )
              }
            >
              Print
            </PdfButton>
            <Steps steps={manifestSteps} of={manifest} />
          </>
        )
      }
    >
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the manifest"
          onRetry={() => void refetch()}
        />
      )}
      {!manifest && !error && <Spinner />}
      {manifest && <Details slug={slug} manifest={manifest} />}
    </Page>
  )
}

function Details({ slug, manifest }: { slug: string; manifest: Manifest }) {
  const { show, zone } = useTimes()
  const { word, look } = manifestStates[manifest.state]
  const { carrier, warehouseCode, handedTo, handedOverAt, loaded, waiting } = manifest
  const weight = weightText(weigh(loaded))
  const shipments = new Set(loaded.map(({ shipmentId }) => shipmentId)).size
  return (
    <>
      <Facts>
        <Fact label="State">
          <StateBadge state={look}>{word}</StateBadge>
        </Fact>
        <Fact label="Carrier">{carrier || 'No carrier'}</Fact>
        <Fact label="Warehouse">{warehouseCode}</Fact>
        <Fact label="Packages">{formatCount(loaded.length)}</Fact>
        <Fact label="Shipments">{formatCount(shipments)}</Fact>
        {weight && <Fact label="Weight">{weight}</Fact>}
        {handedOverAt !== null && (
          <>
            <Fact label="Taken by">{handedTo}</Fact>
            <Fact label="Handed over">{`${show(handedOverAt)} ${zone}`}</Fact>
            <Fact label="Handed over by">
              {makerOf(manifest.handedOverBy, manifest.handedOverByName) ?? 'Stowage'}
            </Fact>
          </>
        )}
      </Facts>
      {manifest.state === 'open' && <LoadForm slug={slug} manifest={manifest} />}
      {waiting.length > 0 && (
        <Cartons
          slug={slug}
          manifest={manifest}
          cartons={waiting}
          caption={`${packagesText(waiting.length)} waiting`}
        />
      )}
      <Cartons
        slug={slug}
        manifest={manifest}
        cartons={loaded}
        caption={
          manifest.state === 'closed'
            ? `${packagesText(loaded.length)} handed over`
            : `${packagesText(loaded.length)} loaded`
        }
      />
    </>
  )
}

const columnsOf = (
  paths: WorkspacePaths,
  unload: ((carton: Carton) => void) | undefined,
  mayNot: string | undefined,
): Column<Carton>[] => [
  { header: 'Package', cell: ({ number }) => number },
  {
    header: 'Order',
    card: 'value',
    cell: ({ orderId, order }) => (
      <Link className="link" href={paths.order(orderId)}>
        {order}
      </Link>
    ),
  },
  {
    header: 'Customer',
    wide: true,
    grow: 'sm:min-w-32',
    cell: ({ customer }) => <span className="wrap-anywhere">{customer ?? '-'}</span>,
  },
  {
    header: 'Tracking',
    card: 'value',
    cell: ({ tracking }) => <span className="font-mono wrap-anywhere">{tracking || '-'}</span>,
  },
  {
    header: 'Weight (g)',
    card: 'number',
    align: 'end',
    cell: ({ weightG }) => (
      <span className="tabular-nums">{weightG === null ? '-' : formatCount(weightG)}</span>
    ),
  },
  ...(unload
    ? [
        {
          header: 'Unload',
          hideHeader: true,
          keep: 4,
          cell: (carton: Carton) =>
            carton.loadedAt !== null && (
              <Button className="min-h-8! px-2!" why={mayNot} onClick={() => unload(carton)}>
                {'Unload '}
                <span className="sr-only">{carton.number}</span>
              </Button>
            ),
        },
      ]
    : []),
]

type CartonsProps = {
  slug: string
  manifest: Manifest
  cartons: readonly Carton[]
  caption: string
}

function Cartons({ slug, manifest, cartons, caption }: CartonsProps) {
  const paths = usePaths()
  const { why } = useCan()
  const { mutate, error } = useAction(manifests.unload)
  const { id: manifestId, state } = manifest
  const isLoaded = cartons.some(({ loadedAt }) => loadedAt !== null)
  const mayNot = why(manifests.unload)
  const columns = useMemo(
    () =>
      columnsOf(
        paths,
        state === 'open' && isLoaded
          ? ({ packageId, number }) =>
              mutate(
                { params: { slug, manifestId }, body: { packageId } },
                { onSuccess: () => toast(`${number} was unloaded`) },
              )
          : undefined,
        mayNot,
      ),
    [paths, state, isLoaded, mayNot, mutate, slug, manifestId],
  )
  return (
    <>
      {error && <RefusalBox takesFocus error={error} fallback="Couldn’t unload the package" />}
      <DataTable
        caption={caption}
        columns={columns}
        rows={cartons}
        rowId={({ packageId }) => packageId}
        empty={
          <EmptyState title="Nothing loaded">
            {state === 'open' ? 'Scan the label of a package to load it.' : undefined}
          </EmptyState>
        }
      />
    </>
  )
}
