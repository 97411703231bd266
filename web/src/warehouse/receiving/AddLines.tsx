import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { useTenantUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../RefusalBox.tsx'
import { showWrong } from '../wrong-field.ts'
import { LineEditor } from './LineEditor.tsx'
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
  const [isChecked, setIsChecked] = useState(false)
  const add = useAction(receiving.addLines, { refresh: [receiving.receipts, receiving.receipt] })
  const count = work.lines.length
  const submit = (form: HTMLFormElement) => {
    if (add.isPending || count === 0) return
    if (!work.lines.every(isReady)) return showWrong(form, () => setIsChecked(true))
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
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <LineEditor
        slug={slug}
        warehouseId={receipt.warehouseId}
        lines={work.lines}
        onLines={(change) => setWork((now) => ({ lines: change(now.lines) }))}
        isChecked={isChecked}
      />
      {add.error && <RefusalBox takesFocus error={add.error} fallback="Couldn’t add the lines" />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          busy={add.isPending && 'Adding…'}
          why={count === 0 ? 'Add an item first.' : undefined}
        >
          Add to receipt
        </Button>
        <Button onClick={onDone}>Close</Button>
      </div>
    </form>
  )
}
