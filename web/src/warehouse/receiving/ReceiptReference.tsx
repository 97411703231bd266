import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { RefusalBox } from '../RefusalBox.tsx'

type Props = { slug: string; receipt: Receipt }

/** The reference of a receipt; while the receipt is open it can be changed here. */
export function ReceiptReference({ slug, receipt }: Props) {
  const { can } = useCan()
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing && receipt.state === 'open')
    return <ReferenceForm slug={slug} receipt={receipt} onDone={() => setIsEditing(false)} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {receipt.reference || '-'}
      {receipt.state === 'open' && can('receipt.create') && (
        <Button
          look="quiet"
          className="-my-2 min-h-8! px-2! py-0!"
          aria-label="Edit reference"
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      )}
    </span>
  )
}

function ReferenceForm({ slug, receipt, onDone }: Props & { onDone: () => void }) {
  const [reference, setReference] = useState(receipt.reference)
  const change = useAction(receiving.update, {
    refresh: [receiving.receipts, receiving.receipt],
  })
  return (
    <form
      noValidate
      className="grid max-w-sm gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (change.isPending) return
        change.mutate(
          {
            params: { slug, receiptId: receipt.id },
            body: { version: receipt.version, reference: reference.trim() },
          },
          {
            onSuccess: () => {
              toast('Reference saved')
              onDone()
            },
          },
        )
      }}
    >
      <TextField
        label="Reference"
        hint="Delivery note number"
        maxLength={80}
        autoComplete="off"
        autoFocus
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
      {change.error && (
        <RefusalBox takesFocus error={change.error} fallback="Couldn’t save the reference" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={change.isPending && 'Saving…'}>
          Save reference
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
