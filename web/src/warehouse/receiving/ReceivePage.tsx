import { receiving } from '@stowage/contract/warehouse/receiving'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { go, hereWith } from '../../app/navigation.ts'
import { Form } from '../../parts/Form.tsx'
import { LineErrors } from '../../parts/LineEditor.tsx'
import { useLines } from '../../parts/lines.ts'
import { Page } from '../../parts/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { scanCode } from '../../workspace/scan/use-scan.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { LookOnly } from '../../parts/LookOnly.tsx'
import { RestoredWork } from '../../parts/RestoredWork.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import { ChooseWarehouse } from '../locations/ChooseWarehouse.tsx'
import { EffectiveAt } from '../stock/EffectiveAt.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { ReceiptLines } from './ReceiptLines.tsx'
import { isReady, piecesIn } from './receipt-lines.ts'
import { useReceipt } from './use-receipt.ts'

const route = getRouteApi('/$platform/app/receiving/new')
/** The name of the button that sends the lines and leaves the receipt open. */
const keepsOpen = 'keep'

/** Counts what has arrived; it comes into stock when the receipt is completed. */
export default function ReceivePage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { id: warehouseId, warehouse, all } = useWorkplace()
  return (
    <Page
      title="Receive stock"
      site={useWorkspaceName(slug)}
      subtitle={warehouse ? `Into ${warehouse.name}` : 'Count a delivery into stock'}
    >
      {warehouseId === undefined ? (
        <ChooseWarehouse all={all} />
      ) : (
        <Receive key={warehouseId} slug={slug} warehouseId={warehouseId} />
      )}
    </Page>
  )
}

function Receive({ slug, warehouseId }: { slug: string; warehouseId: string }) {
  const { why } = useCan()
  const paths = usePaths()
  const router = useRouter()
  const [isCompleting, setIsCompleting] = useState(true)
  const counting = useReceipt({ slug, warehouseId })
  const { work, setWork, isPosting, error } = counting
  const edit = useLines(work.lines, counting.setLines, isReady)
  const item = route.useSearch({ select: (search) => search.item })
  useEffect(() => {
    if (item === undefined) return
    // Once: the page that is opened again has counted it already.
    go(
      hereWith((search) => search.delete('item')),
      { replace: true, isSamePage: true },
    )
    scanCode(item)
  }, [item])
  const isEmpty = work.lines.length === 0
  const whyCreate = why(receiving.create) ?? (isEmpty ? 'Add an item first.' : undefined)
  const send = (complete: boolean) => {
    setIsCompleting(complete)
    const pieces = piecesIn(work.lines)
    counting.post(complete).then(
      ({ id, number }) => {
        toast(complete ? `${number} is in stock: ${pieces}` : `${number} was saved as open`)
        void router.navigate({ href: paths.receipt(id) })
      },
      // It is shown in the form.
      () => {},
    )
  }
  return (
    <Form
      isPage
      submit="Complete receipt"
      submitting={isCompleting ? 'Completing…' : undefined}
      saving={isPosting}
      error={error}
      fallback="Couldn’t save the receipt"
      explained={<Refusal error={error} />}
      why={whyCreate ?? why(receiving.create, 'receipt.complete')}
      beside={
        <>
          <Button
            type="submit"
            name={keepsOpen}
            busy={isPosting && !isCompleting && 'Saving…'}
            why={whyCreate}
          >
            Save as open
          </Button>
          <LineErrors edit={edit} />
        </>
      }
      onWrong={edit.onWrong}
      onSubmit={(button) => send(button !== keepsOpen)}
    >
      <LookOnly refused={why(receiving.create)} />
      {counting.isRestored && (
        <RestoredWork onStartOver={counting.startOver}>
          These lines were saved on this device and not submitted yet. You can continue.
        </RestoredWork>
      )}
      <ReceiptLines slug={slug} warehouseId={warehouseId} counting={counting} edit={edit} />
      <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Reference"
          hint="Optional, such as the delivery note number"
          maxLength={80}
          autoComplete="off"
          data-scan="fill"
          value={work.reference}
          onChange={({ target }) => setWork((now) => ({ ...now, reference: target.value }))}
        />
        <EffectiveAt
          value={work.effectiveAt}
          why={why(receiving.create, 'stock.backdate')}
          onChange={(effectiveAt) => setWork((now) => ({ ...now, effectiveAt }))}
        />
      </div>
    </Form>
  )
}
