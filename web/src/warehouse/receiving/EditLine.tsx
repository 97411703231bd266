import { type Variant, variants } from '@stowage/contract/warehouse/product-variants'
import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { changeOf, isReady, lineOf } from './receipt-lines.ts'
import { ReceiptLineCard } from './ReceiptLineCard.tsx'

type Props = { slug: string; receipt: Receipt; line: Receipt['lines'][number] }

/** One line of an open receipt, to be changed or removed where it stands in the list. */
export function EditLine({ slug, receipt, line }: Props) {
  const found = useQuery(load(variants.details, { params: { slug, variantId: line.variantId } }))
  const { data, error } = found
  if (error || !data) return <Reading of={found} fallback="Couldn’t load the product" />
  // What was typed belongs to the version it began with.
  return (
    <LineForm
      key={receipt.version}
      slug={slug}
      receipt={receipt}
      line={line}
      variant={data.variant}
    />
  )
}

function LineForm({ slug, receipt, line, variant }: Props & { variant: Variant }) {
  const { why, whyUnseen } = useCan()
  const [before] = useState(() => lineOf(line, variant))
  const [typed, setTyped] = useState(before)
  const [isChecked, setIsChecked] = useState(false)
  const change = useAction(receiving.updateLine)
  const remove = useAction(receiving.removeLine)
  const params = { slug, receiptId: receipt.id, lineNo: String(line.lineNo) }
  const { version } = receipt
  return (
    <Form
      isPage
      look="secondary"
      why={why(receiving.updateLine)}
      submit="Save line"
      submitting={change.isPending ? 'Saving…' : undefined}
      saving={change.isPending || remove.isPending}
      error={change.error ?? remove.error}
      fallback="Couldn’t change the line"
      explained={<Refusal error={change.error ?? remove.error} />}
      beside={
        <Button
          look="danger"
          busy={remove.isPending && 'Removing…'}
          why={why(receiving.removeLine)}
          onClick={() => {
            if (change.isPending) return
            change.reset()
            remove.mutate(
              { params, body: { version } },
              { onSuccess: () => toast(`Line ${line.lineNo} removed`) },
            )
          }}
        >
          Remove line
        </Button>
      }
      onWrong={!isReady(typed) && (() => setIsChecked(true))}
      onSubmit={() => {
        remove.reset()
        change.mutate(
          { params, body: { version, ...changeOf(typed, before) } },
          { onSuccess: () => toast(`Line ${line.lineNo} saved`) },
        )
      }}
    >
      <ul role="list" aria-label={`Line ${line.lineNo}`}>
        <ReceiptLineCard
          slug={slug}
          warehouseId={receipt.warehouseId}
          line={typed}
          isChecked={isChecked}
          tooOld={undefined}
          isLatest={false}
          isEdited
          whyCost={whyUnseen('catalog.cost.read')}
          onChange={setTyped}
        />
      </ul>
    </Form>
  )
}
