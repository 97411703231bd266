import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { reservations } from '@stowage/contract/warehouse/reservations'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { readQuantity } from '../../app/quantity.ts'
import { Form } from '../../parts/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkplace } from '../../workspace/site.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { QuantityInput } from './QuantityInput.tsx'

type Props = { slug: string; variant: Variant; onClose: () => void }

/** Reserves available stock of an item by hand. */
export function ReserveDialog({ slug, variant, onClose }: Props) {
  const { all = [], id } = useWorkplace()
  const [warehouseId, setWarehouseId] = useState(id ?? all[0]?.id ?? '')
  const [qty, setQty] = useState('')
  const [expiresAt, setExpiresAt] = useState('')
  const [note, setNote] = useState('')
  const reserve = useAction(reservations.create)
  const read = readQuantity(qty)
  const errorOf = (path: string) => reserve.error?.details.find((one) => one.path === path)?.message
  const submit = () =>
    reserve.mutate(
      {
        params: { slug },
        body: {
          warehouseId,
          variantId: variant.id,
          qty: read ?? qty,
          note: note.trim(),
          expiresAt: expiresAt === '' ? null : new Date(expiresAt).toISOString(),
        },
      },
      {
        onSuccess: () => {
          toast(`${variant.sku} is reserved`)
          onClose()
        },
      },
    )
  return (
    <Form
      dialog={{ title: `Reserve ${variant.sku}`, onClose }}
      submit="Reserve"
      submitting="Reserving…"
      saving={reserve.isPending}
      error={reserve.error}
      fallback="Couldn’t reserve the stock"
      explained={<Refusal error={reserve.error} />}
      why={read === undefined ? 'Enter a quantity first.' : undefined}
      onSubmit={submit}
    >
      {all.length > 1 && (
        <Select
          label="Warehouse"
          options={all.map((site) => ({ value: site.id, label: site.code }))}
          value={warehouseId}
          onChange={({ target }) => setWarehouseId(target.value)}
        />
      )}
      <QuantityInput
        label="Quantity"
        value={qty}
        unit={{ code: variant.unit, numerator: '1', denominator: '1' }}
        error={errorOf('qty')}
        onChange={setQty}
        autoFocus
      />
      <TextField
        label="Until"
        type="datetime-local"
        hint="Leave empty to keep it until you release it"
        value={expiresAt}
        error={errorOf('expiresAt')}
        onChange={({ target }) => setExpiresAt(target.value)}
      />
      <TextField
        label="Note"
        placeholder="Trade fair"
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Form>
  )
}
