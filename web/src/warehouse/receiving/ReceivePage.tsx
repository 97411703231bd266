import { receiving } from '@stowage/contract/warehouse/receiving'
import { stock } from '@stowage/contract/warehouse/stock'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { Page } from '../../parts/Page.tsx'
import { useTenantUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { LookOnly } from '../LookOnly.tsx'
import { RestoredWork } from '../RestoredWork.tsx'
import { useWorkplace } from '../site.ts'
import { ChooseWarehouse } from '../ChooseWarehouse.tsx'
import { EffectiveAt } from '../EffectiveAt.tsx'
import { RefusalBox } from '../RefusalBox.tsx'
import { showWrong } from '../wrong-field.ts'
import { LineEditor } from './LineEditor.tsx'
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
  const form = useRef<HTMLFormElement>(null)
  const [isChecked, setIsChecked] = useState(false)
  const [isCompleting, setIsCompleting] = useState(true)
  const create = useAction(receiving.create, {
    refresh: [receiving.receipts, stock.buckets, stock.levels, stock.ledger],
  })
  const isEmpty = work.lines.length === 0
  const whyCreate = why('receipt.create') ?? (isEmpty ? 'Add an item first.' : undefined)
  const send = (complete: boolean) => {
    setIsCompleting(complete)
    if (create.isPending) return
    if (!work.lines.every(isReady)) return showWrong(form.current, () => setIsChecked(true))
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
  const busy = create.isPending
  return (
    <form
      ref={form}
      noValidate
      className="grid max-w-5xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        const complete = submitter?.getAttribute('name') !== keepsOpen
        if (!whyCreate && !(complete && why('receipt.complete'))) send(complete)
      }}
    >
      <LookOnly refused={why('receipt.create')} />
      {kept.isRestored && (
        <RestoredWork onStartOver={kept.startOver}>
          These lines were saved on this device and not submitted yet. You can continue.
        </RestoredWork>
      )}
      <LineEditor
        slug={slug}
        warehouseId={warehouseId}
        lines={work.lines}
        onLines={(change) => {
          // A refusal holds for the lines as they were sent; of several fields each keeps its own.
          if (create.error && create.error.details.length === 0) create.reset()
          setWork((now) => ({ ...now, lines: change(now.lines) }))
        }}
        isChecked={isChecked}
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
          why={why('stock.backdate')}
          onChange={(effectiveAt) => setWork((now) => ({ ...now, effectiveAt }))}
        />
      </div>
      {create.error && (
        <RefusalBox takesFocus error={create.error} fallback="Couldn’t save the receipt" />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look="primary"
          busy={busy && isCompleting && 'Completing…'}
          why={whyCreate ?? why('receipt.complete')}
        >
          Complete receipt
        </Button>
        <Button
          busy={busy && !isCompleting && 'Saving…'}
          why={whyCreate}
          type="submit"
          name={keepsOpen}
        >
          Save as open
        </Button>
        {isChecked && !work.lines.every(isReady) && (
          <p role="status" className="text-sm text-bad-ink">
            Some lines have errors.
          </p>
        )}
      </div>
    </form>
  )
}
