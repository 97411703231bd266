import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'

type Props = { slug: string; receipt: Receipt }

/** The reference of a receipt; while the receipt is open it can be changed here. */
export function ReceiptReference({ slug, receipt }: Props) {
  const { why } = useCan()
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing && receipt.state === 'open')
    return <ReferenceForm slug={slug} receipt={receipt} onDone={() => setIsEditing(false)} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {receipt.reference || '-'}
      {receipt.state === 'open' && (
        <Button
          look="quiet"
          className="-my-2 min-h-8! px-2! py-0!"
          aria-label="Edit reference"
          why={why(receiving.update)}
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
  const change = useAction(receiving.update)
  return (
    <Form
      isPage
      look="secondary"
      submit="Save reference"
      submitting="Saving…"
      saving={change.isPending}
      error={change.error}
      fallback="Couldn’t save the reference"
      explained={<Refusal error={change.error} />}
      beside={
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      }
      onSubmit={() =>
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
      }
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
    </Form>
  )
}
