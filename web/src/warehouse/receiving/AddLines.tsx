import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { useLines } from '../../parts/lines.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { useTenantUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { ReceiptLines } from './ReceiptLines.tsx'
import { isReady, linesFor, type ReceiptLine } from './receipt-lines.ts'

type Added = { lines: readonly ReceiptLine[] }

const nothing = (): Added => ({ lines: [] })
const isSome = ({ lines }: Added) => lines.length > 0

type Props = { slug: string; receipt: Receipt; onDone: () => void }

/** More of a delivery, for a receipt that is still open. */
export function AddLines({ slug, receipt, onDone }: Props) {
  const account = useTenantUser()?.id ?? ''
  const { work, setWork, startOver } = useKeptWork<Added>(
    `receipt.${receipt.id}`,
    account,
    nothing,
    isSome,
  )
  const edit = useLines(
    work.lines,
    (change) => setWork((now) => ({ lines: change(now.lines) })),
    isReady,
  )
  const add = useAction(receiving.addLines, { refresh: [receiving.receipts, receiving.receipt] })
  const count = work.lines.length
  const submit = () =>
    add.mutate(
      { params: { slug, receiptId: receipt.id }, body: { lines: linesFor(work.lines) } },
      {
        onSuccess: () => {
          toast(count === 1 ? '1 line added' : `${count} lines added`)
          startOver()
          onDone()
        },
      },
    )
  return (
    <Form
      isPage
      submit="Add to receipt"
      submitting="Adding…"
      saving={add.isPending}
      error={add.error}
      fallback="Couldn’t add the lines"
      explained={<Refusal error={add.error} />}
      why={count === 0 ? 'Add an item first.' : undefined}
      beside={<Button onClick={onDone}>Close</Button>}
      onWrong={edit.onWrong}
      onSubmit={submit}
    >
      <ReceiptLines slug={slug} warehouseId={receipt.warehouseId} edit={edit} />
    </Form>
  )
}
