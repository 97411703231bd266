import { manifests, type Carton, type Manifest } from '@stowage/contract/orders/manifests'
import { weigh, weightText } from '@stowage/contract/orders/manifest-weights'
import { useMemo, type FunctionComponent } from 'react'
import { useAction } from '../../app/api.ts'
import { download } from '../../app/download.ts'
import { formatCount } from '../../app/format.ts'
import { badge, code, link, number, text, word } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { documentPage } from '../../workspace/document-page.tsx'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { PdfButton } from '../papers/PdfButton.tsx'
import { LoadForm } from './LoadForm.tsx'
import { manifestSteps } from './steps.tsx'
import { manifestStates, packagesText } from './words.ts'

const columnsOf = (
  paths: WorkspacePaths,
  unload: ((carton: Carton) => void) | undefined,
  mayNot: string | undefined,
): Column<Carton>[] => [
  word('Package', ({ number }) => number),
  link('Order', ({ orderId, order }) => [paths.order(orderId), order], { card: 'value' }),
  text('Customer', ({ customer }) => customer, { wide: true, grow: 'sm:min-w-32' }),
  code('Tracking', ({ tracking }) => tracking, { card: 'value' }),
  number('Weight', ({ weightG }) => (weightG === null ? null : `${formatCount(weightG)} g`), {
    card: 'number',
  }),
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

/** Shows a manifest. Its packages are scanned one by one, then handed over to the carrier. */
const ManifestPage: FunctionComponent = documentPage({
  page: '/$platform/app/shipping/manifests/$manifestId',
  route: manifests.details,
  name: 'manifest',
  actions: (manifest, { slug }) => (
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
  ),
  facts: (manifest, { zoned }) => {
    const { handedOverAt, loaded } = manifest
    const shipments = new Set(loaded.map(({ shipmentId }) => shipmentId)).size
    return {
      State: badge(manifestStates[manifest.state]),
      Carrier: manifest.carrier || 'No carrier',
      Warehouse: manifest.warehouseCode,
      Packages: formatCount(loaded.length),
      Shipments: formatCount(shipments),
      Weight: weightText(weigh(loaded)) || null,
      ...(handedOverAt !== null && {
        'Taken by': manifest.handedTo ?? '',
        'Handed over': zoned(handedOverAt),
        'Handed over by': makerOf(manifest.handedOverBy, manifest.handedOverByName) ?? 'Stowage',
      }),
    }
  },
  body: (manifest, { slug }) => {
    const { state, loaded, waiting } = manifest
    const cartons = { slug, manifest }
    return (
      <>
        {state === 'open' && <LoadForm slug={slug} manifest={manifest} />}
        {waiting.length > 0 && (
          <Cartons
            {...cartons}
            cartons={waiting}
            caption={`${packagesText(waiting.length)} waiting`}
          />
        )}
        <Cartons
          {...cartons}
          cartons={loaded}
          caption={`${packagesText(loaded.length)} ${state === 'closed' ? 'handed over' : 'loaded'}`}
        />
      </>
    )
  },
})

export default ManifestPage
