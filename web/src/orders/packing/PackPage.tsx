import { fulfillments, type Fulfillment, type Package } from '@stowage/contract/orders/fulfillments'
import { packing } from '@stowage/contract/orders/packing'
import { settings } from '@stowage/contract/warehouse/settings'
import type { shipping } from '@stowage/contract/orders/shipping'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, useState, type FunctionComponent } from 'react'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { readQuantity } from '../../app/quantity.ts'
import { badge, linkTo } from '../../parts/columns.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Form } from '../../parts/Form.tsx'
import { LineTable } from '../../parts/LineTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { documentPage } from '../../workspace/document-page.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { fulfillmentStates } from '../fulfillments/words.ts'
import { LeftPackages } from './LeftPackages.tsx'
import { columnsOf, isLeft, type Line } from './columns.tsx'
import { PackLineDialog } from './PackLineDialog.tsx'
import { PackageCard } from './PackageCard.tsx'
import { isPickedAgain, SentBack } from './SentBack.tsx'
import { isPackable } from './pack-scans.ts'
import { packingSteps } from './steps.tsx'
import { useDeskPacking } from './use-desk-packing.ts'
import { packedText, type PackItem, type usePacking } from './use-packing.ts'

const ShipDialog = lazyPart(() => import('../shipping/ShipDialog.tsx'), 'ShipDialog')

type Props = { slug: string; fulfillment: Fulfillment }

function captionOf(fulfillment: Fulfillment): string {
  const { state, lines } = fulfillment
  if (isPickedAgain(fulfillment)) return 'To be picked again'
  if (state === 'planned' || state === 'released' || state === 'picking') return 'Not picked yet'
  const left = lines.filter(isLeft).length
  return left === 0 ? 'All lines are packed' : `${left} of ${lines.length} lines to pack`
}

/** The next step: pack all without scanning, another package, or ship what is packed. */
function PackActions({ slug, fulfillment }: Props) {
  const { whyTo } = useCan()
  const [isShipping, setShipping] = useState(false)
  const { state, packages } = fulfillment
  const hasClosed = state === 'packing' && packages.some((one) => one.state === 'closed')
  return (
    <>
      <Steps steps={packingSteps} of={fulfillment}>
        {(state === 'packed' || hasClosed) && (
          <Button
            {...(state === 'packed' && { look: 'primary' as const })}
            why={whyTo<typeof shipping.ship>('ship.confirm')}
            onClick={() => setShipping(true)}
          >
            Ship…
          </Button>
        )}
      </Steps>
      <Suspense>
        {isShipping && (
          <ShipDialog slug={slug} fulfillment={fulfillment} onClose={() => setShipping(false)} />
        )}
      </Suspense>
    </>
  )
}

function Desk({ slug, fulfillment }: Props) {
  const desk = useDeskPacking(slug, fulfillment)
  const { can, why } = useCan()
  const { data: rules } = useQuery(load(settings.warehouse, { params: { slug } }))
  const [byQuantity, setByQuantity] = useState<Line>()
  const mayPackLines =
    isPackable(fulfillment) &&
    (rules?.settings.packScan === 'optional' || can(packing.pack, 'pack.skip_scan'))
  const mayNot = why(packing.remove)
  const columns = useMemo(
    () => columnsOf(mayPackLines ? setByQuantity : undefined, mayNot),
    [mayPackLines, mayNot],
  )
  const remove = useMutation({
    mutationFn: ({ of, ...item }: { of: Package } & PackItem) => desk.remove(of, item),
  })
  const { lines, packages } = fulfillment
  return (
    <>
      <SentBack fulfillment={fulfillment} />
      {isPackable(fulfillment) && <PackForm pack={desk.pack} />}
      <LineTable
        caption={captionOf(fulfillment)}
        columns={columns}
        rows={[...lines].sort((a, b) => Number(isLeft(b)) - Number(isLeft(a)))}
        rowId={({ lineNo }) => String(lineNo)}
      />
      {byQuantity && (
        <PackLineDialog
          line={byQuantity}
          pack={desk.pack}
          onClose={() => setByQuantity(undefined)}
        />
      )}
      {remove.error && (
        <RefusalBox takesFocus error={remove.error} fallback="Couldn’t take it out" />
      )}
      <h2>Packages</h2>
      {packages.length === 0 && (
        <EmptyState title="No packages yet">Scan the first item to open a package.</EmptyState>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {packages.map((one) => (
          <PackageCard
            key={one.id}
            fulfillment={fulfillment}
            package={one}
            onRemove={({ sku, serial, lot, qty }) =>
              remove.mutate({
                of: one,
                code: serial ?? sku,
                ...(lot !== null && { lot }),
                qty,
              })
            }
          />
        ))}
      </div>
    </>
  )
}

/** Packs by a code that is typed, or scanned into the field, one or several at once. */
function PackForm({ pack }: { pack: ReturnType<typeof usePacking>['pack'] }) {
  const { why } = useCan()
  const [code, setCode] = useState('')
  const [qty, setQty] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const save = useMutation({ mutationFn: (item: PackItem) => pack(item) })
  const read = readQuantity(qty)
  return (
    <Form
      isPage
      submit="Pack item"
      submitting="Packing…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t pack this item"
      explained={<Refusal error={save.error} />}
      why={
        why(packing.scan) ??
        (code.trim() === ''
          ? 'Scan or type an item first.'
          : qty !== '' && read === undefined
            ? 'Enter a quantity.'
            : undefined)
      }
      onSubmit={() =>
        save.mutate(
          { code: code.trim(), ...(read !== undefined && { qty: read }) },
          {
            onSuccess: ({ item }) => {
              if (item) toast(packedText(item))
              setCode('')
              setQty('')
              field.current?.focus()
            },
          },
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField
          ref={field}
          label="Item"
          hint="SKU, barcode or serial number"
          autoComplete="off"
          spellCheck={false}
          data-scan="code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <QuantityField
          label="Quantity"
          hint="1 if empty"
          data-scan="code"
          value={qty}
          onChange={setQty}
        />
      </div>
    </Form>
  )
}

/** Packs one fulfillment: scan after scan into packages, which are closed at the end. */
const PackPage: FunctionComponent = documentPage({
  page: '/$platform/app/packing/$fulfillmentId',
  route: fulfillments.details,
  name: 'fulfillment',
  untitled: 'Pack',
  title: ({ number }) => `Pack ${number}`,
  actions: (fulfillment, { slug }) => <PackActions slug={slug} fulfillment={fulfillment} />,
  facts: ({ id, number, state, orderId, order, customer }, { paths }) => ({
    State: badge(fulfillmentStates[state]),
    Order: linkTo(paths.order(orderId), order),
    Customer: customer ?? '-',
    Fulfillment: linkTo(paths.fulfillment(id), number),
  }),
  body: (fulfillment, { slug, reply: { leftPackages } }) => (
    <>
      <Desk slug={slug} fulfillment={fulfillment} />
      {leftPackages.length > 0 && (
        <LeftPackages fulfillment={fulfillment} packages={leftPackages} />
      )}
    </>
  ),
})

export default PackPage
