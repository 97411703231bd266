import { receiving } from '@stowage/contract/warehouse/receiving'
import { stock } from '@stowage/contract/warehouse/stock'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { go, hereWith } from '../../app/navigation.ts'
import { Form } from '../../parts/Form.tsx'
import { LineErrors } from '../../parts/LineEditor.tsx'
import { useLines } from '../../parts/lines.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { Page } from '../../parts/Page.tsx'
import { useTenantUser } from '../../app/session.ts'
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
import {
  bodyOf,
  hasReceipt,
  isReady,
  noReceipt,
  piecesIn,
  type ReceiptWork,
} from './receipt-lines.ts'

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
  const account = useTenantUser()?.id ?? ''
  const begin = useCallback(() => noReceipt(warehouseId), [warehouseId])
  const kept = useKeptWork<ReceiptWork>(
    `receive.${slug}.${warehouseId}`,
    account,
    begin,
    hasReceipt,
  )
  const { work, setWork } = kept
  const { why } = useCan()
  const paths = usePaths()
  const router = useRouter()
  const [isCompleting, setIsCompleting] = useState(true)
  const create = useAction(receiving.create, {
    refresh: [receiving.receipts, stock.buckets, stock.levels, stock.ledger],
  })
  const edit = useLines(
    work.lines,
    (change) => {
      // A refusal holds for the lines as they were sent; of several fields each keeps its own.
      if (create.error?.details.length === 0) create.reset()
      setWork((now) => ({ ...now, lines: change(now.lines) }))
    },
    isReady,
  )
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
    create.mutate(
      { params: { slug }, body: bodyOf(work, complete) },
      {
        onSuccess: ({ receipt }) => {
          toast(
            complete
              ? `${receipt.number} is in stock: ${piecesIn(work.lines)}`
              : `${receipt.number} was saved as open`,
          )
          kept.startOver()
          void router.navigate({ href: paths.receipt(receipt.id) })
        },
      },
    )
  }
  return (
    <Form
      isPage
      submit="Complete receipt"
      submitting={isCompleting ? 'Completing…' : undefined}
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t save the receipt"
      explained={<Refusal error={create.error} />}
      why={whyCreate ?? why(receiving.create, 'receipt.complete')}
      beside={
        <>
          <Button
            type="submit"
            name={keepsOpen}
            busy={create.isPending && !isCompleting && 'Saving…'}
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
      {kept.isRestored && (
        <RestoredWork onStartOver={kept.startOver}>
          These lines were saved on this device and not submitted yet. You can continue.
        </RestoredWork>
      )}
      <ReceiptLines
        slug={slug}
        warehouseId={warehouseId}
        edit={edit}
        refused={create.error?.details ?? []}
      />
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
