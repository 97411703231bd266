import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { stock } from '@stowage/contract/warehouse/stock'
import type { labels } from '@stowage/contract/workspace/labels'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Link } from '../../parts/Link.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { labelsFor } from '../labels/counts.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { AddLines } from './AddLines.tsx'
import { ReverseReceipt } from './ReverseReceipt.tsx'

const refresh = [receiving.receipts, receiving.receipt, stock.buckets, stock.levels, stock.ledger]

/** What can be done with a receipt in its state. */
export function ReceiptActions({ slug, receipt }: { slug: string; receipt: Receipt }) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const [asks, setAsks] = useState<'cancel' | 'reverse'>()
  const [isAdding, setIsAdding] = useState(false)
  const complete = useAction(receiving.complete, { refresh })
  const cancel = useAction(receiving.cancel, { refresh })
  const error = complete.error ?? cancel.error
  const call = { params: { slug, receiptId: receipt.id }, body: { version: receipt.version } }
  const { state, number, moveId } = receipt
  const labelled = labelsFor(receipt.lines)

  const begin = () => {
    complete.reset()
    cancel.reset()
    setAsks(undefined)
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        {state === 'open' && (
          <>
            <Button
              look="primary"
              busy={complete.isPending && 'Completing…'}
              why={
                why(receiving.complete) ??
                (receipt.lines.length === 0 ? 'Add a line first.' : undefined)
              }
              onClick={() => {
                begin()
                complete.mutate(call, { onSuccess: () => toast(`${number} is in stock`) })
              }}
            >
              Complete receipt
            </Button>
            <Button
              why={why(receiving.addLines)}
              aria-expanded={isAdding}
              onClick={() => setIsAdding(!isAdding)}
            >
              Add lines
            </Button>
            <Button look="danger" why={why(receiving.cancel)} onClick={() => setAsks('cancel')}>
              Cancel receipt…
            </Button>
          </>
        )}
        {state === 'completed' && (
          <Button why={why(receiving.reverse)} onClick={() => setAsks('reverse')}>
            Reverse receipt…
          </Button>
        )}
        {state !== 'cancelled' &&
          labelled.ids.length > 0 &&
          (whyTo<typeof labels.print>('print.use') ? (
            <Button why={whyTo<typeof labels.print>('print.use')}>Print labels</Button>
          ) : (
            <Link
              className={buttonClass()}
              href={paths.labels({ template: 'product', ...labelled, counted: 'received' })}
            >
              Print labels
            </Link>
          ))}
      </div>
      {error && <RefusalBox takesFocus error={error} fallback="Couldn’t change the receipt" />}
      {isAdding && state === 'open' && (
        <AddLines slug={slug} receipt={receipt} onDone={() => setIsAdding(false)} />
      )}
      {asks === 'cancel' && (
        <Confirm
          title={`Cancel ${number}?`}
          consequence="No stock is received. The receipt stays in the list as cancelled and can’t be reopened."
          action="Cancel receipt"
          onCancel={() => setAsks(undefined)}
          onConfirm={() => {
            begin()
            cancel.mutate(call)
          }}
        />
      )}
      {asks === 'reverse' && moveId !== null && (
        <ReverseReceipt
          slug={slug}
          receipt={receipt}
          moveId={moveId}
          onClose={() => setAsks(undefined)}
        />
      )}
    </div>
  )
}
