import { returns } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { readQuantity } from '../../app/quantity.ts'
import { Form } from '../../parts/Form.tsx'
import { LineEditor, LineErrors } from '../../parts/LineEditor.tsx'
import { useLines, type Lines } from '../../parts/lines.ts'
import { Button } from '../../ui/Button.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { ItemField } from '../../warehouse/products/ItemField.tsx'
import { itemOfScan, nameOf, type NamedItem } from '../../warehouse/products/items.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { isMoreThanZero, sumOf } from '../../warehouse/products/quantities.ts'
import { useCan } from '../../workspace/rights.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { CustomerField } from '../customers/CustomerField.tsx'
import { bodyOf, emptyHead, ReturnFields, useReturnReasons, whyNotSent } from './ReturnFields.tsx'
import { useNewReturn } from './use-new-return.ts'

type BlindLine = { key: string; sku: string; name: string; unit: string; qty: string }

const isReady = ({ qty }: BlindLine) => isMoreThanZero(readQuantity(qty) ?? '0')

/** Items that come back without an order, of a customer or of nobody known. */
export function BlindReturnForm({ slug }: { slug: string }) {
  const { can, why } = useCan()
  const reasons = useReturnReasons(slug)
  const [head, setHead] = useState({
    ...emptyHead,
    authorize: can(returns.create, 'return.authorize'),
  })
  const [customer, setCustomer] = useState<{ id: string; name: string } | null>(null)
  const [lines, setLines] = useState<readonly BlindLine[]>([])
  const edit = useLines(lines, setLines, isReady)
  const { create, save } = useNewReturn(slug)
  return (
    <Form
      isPage
      submit="Create return"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the return"
      explained={<Refusal error={create.error} />}
      why={
        why(returns.create) ??
        (lines.length === 0 ? 'Add an item first.' : whyNotSent(head, true, reasons))
      }
      beside={<LineErrors edit={edit} />}
      onWrong={edit.onWrong}
      onSubmit={() =>
        save({
          ...bodyOf(head),
          ...(customer && { customerId: customer.id }),
          lines: lines.map(({ sku, unit, qty }) => ({
            sku,
            unit,
            qty: readQuantity(qty) ?? '',
            reasonCode: head.reasonCode,
          })),
        })
      }
    >
      <div className="max-w-md">
        <CustomerField slug={slug} customer={customer} onCustomer={setCustomer} />
      </div>
      <BlindLines slug={slug} edit={edit} />
      <ReturnFields slug={slug} value={head} onChange={setHead} />
    </Form>
  )
}

/** The items that come back, scanned or entered by SKU. */
function BlindLines({ slug, edit }: { slug: string; edit: Lines<BlindLine> }) {
  const { onLines, field } = edit
  const add = ({ item, unit }: NamedItem) =>
    onLines((now) => {
      const key = `${item.id} ${unit}`
      if (now.every((line) => line.key !== key))
        return [...now, { key, sku: item.sku, name: nameOf(item), unit, qty: '1' }]
      return now.map((line) =>
        line.key === key ? { ...line, qty: sumOf(readQuantity(line.qty) ?? '0', '1') } : line,
      )
    })
  useScan(
    async ({ found }) => {
      const named = await itemOfScan(slug, found)
      if (!named) return undefined
      add(named)
      return { tone: 'ok', text: `${named.item.sku} added` }
    },
    { screen: 'return', everyScanCounts: true, field },
  )
  return (
    <section aria-label="Items returned" className="grid gap-2">
      <LineEditor
        label="Items"
        edit={edit}
        item={
          <ItemField
            ref={field}
            slug={slug}
            label="Item"
            hint="Scan, or enter a SKU."
            onItem={add}
          />
        }
        card={({ line, isChecked, onChange, onRemove }) => (
          <li
            aria-label={line.sku}
            className="card grid gap-3 p-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto] sm:items-start"
          >
            <p className="font-medium wrap-anywhere">
              {line.sku} <span className="font-normal text-muted">{line.name}</span>
            </p>
            <QuantityField
              label="Quantity"
              unit={line.unit}
              value={line.qty}
              error={isChecked && !isReady(line) ? 'Enter a quantity' : undefined}
              onChange={(qty) => onChange({ ...line, qty })}
            />
            <Button look="quiet" aria-label={`Remove ${line.sku}`} onClick={onRemove}>
              Remove
            </Button>
          </li>
        )}
      />
    </section>
  )
}
