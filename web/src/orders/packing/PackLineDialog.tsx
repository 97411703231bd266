import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readQuantity } from '../../app/quantity.ts'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { Form } from '../../parts/Form.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { packedText, type PackItem, type usePacking } from './use-packing.ts'

type Props = {
  line: Fulfillment['lines'][number]
  pack: ReturnType<typeof usePacking>['pack']
  onClose: () => void
}

/** Packs a quantity of a line that nobody scans. */
export function PackLineDialog({ line: { sku, name }, pack, onClose }: Props) {
  const [qty, setQty] = useState('')
  const save = useMutation({ mutationFn: (item: PackItem) => pack(item, sku, false) })
  const read = readQuantity(qty)
  return (
    <Form
      dialog={{ title: `Pack ${sku}`, onClose }}
      submit="Pack quantity"
      submitting="Packing…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t pack this item"
      explained={<Refusal error={save.error} />}
      why={read === undefined ? 'Enter a quantity first.' : undefined}
      onSubmit={() =>
        read !== undefined &&
        save.mutate(
          { code: sku, qty: read },
          {
            onSuccess: ({ item }) => {
              if (item) toast(packedText(item))
              onClose()
            },
          },
        )
      }
    >
      {name && <p>{name}</p>}
      <QuantityField label="Quantity" value={qty} onKeyDown={enterLeadsOn} onChange={setQty} />
    </Form>
  )
}
