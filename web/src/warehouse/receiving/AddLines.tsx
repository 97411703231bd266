import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { Form } from '../../parts/Form.tsx'
import { useLines } from '../../parts/lines.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { ReceiptLines } from './ReceiptLines.tsx'
import { isReady } from './receipt-lines.ts'
import { useReceipt } from './use-receipt.ts'

type Props = { slug: string; receipt: Receipt; onDone: () => void }

/** More of a delivery, for a receipt that is still open. */
export function AddLines({ slug, receipt, onDone }: Props) {
  const counting = useReceipt({ slug, warehouseId: receipt.warehouseId, receipt })
  const { lines, isPosting, error } = counting
  const edit = useLines(lines, counting.setLines, isReady)
  const count = lines.length
  const submit = () =>
    counting.post(false).then(
      () => {
        toast(count === 1 ? '1 line added' : `${count} lines added`)
        onDone()
      },
      // It is shown in the form.
      () => {},
    )
  return (
    <Form
      isPage
      submit="Add to receipt"
      submitting="Adding…"
      saving={isPosting}
      error={error}
      fallback="Couldn’t add the lines"
      explained={<Refusal error={error} />}
      why={count === 0 ? 'Add an item first.' : undefined}
      beside={<Button onClick={onDone}>Close</Button>}
      onWrong={edit.onWrong}
      onSubmit={() => void submit()}
    >
      <ReceiptLines slug={slug} warehouseId={receipt.warehouseId} counting={counting} edit={edit} />
    </Form>
  )
}
