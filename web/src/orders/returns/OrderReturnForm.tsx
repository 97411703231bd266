import type { Order } from '@stowage/contract/orders/orders'
import { returns, type Returnable } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { Facts } from '../../parts/Facts.tsx'
import { linkTo } from '../../parts/columns.tsx'
import { Form } from '../../parts/Form.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { compareQuantities, isMoreThanZero, sumOf } from '../../warehouse/products/quantities.ts'
import { useCan } from '../../workspace/rights.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { bodyOf, emptyHead, ReturnFields, useReturnReasons, whyNotSent } from './ReturnFields.tsx'
import { scannedQuantity } from './scanned.ts'
import { useNewReturn } from './use-new-return.ts'

type Props = { slug: string; order: Order; items: readonly Returnable[] }

const keyOf = ({ orderLineId, variantId }: Returnable) => `${orderLineId} ${variantId}`

/** Form for the quantity of each shipped item that is returned, entered or scanned. */
export function OrderReturnForm({ slug, order, items }: Props) {
  const paths = usePaths()
  const { can, why } = useCan()
  const reasons = useReturnReasons(slug)
  const [head, setHead] = useState({
    ...emptyHead,
    authorize: can(returns.create, 'return.authorize'),
  })
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { create, save } = useNewReturn(slug)
  const open = items.filter(({ left }) => left !== '0')
  const lines = open.flatMap((item) => {
    const qty = readQuantity(typed[keyOf(item)] ?? '')
    return qty !== undefined && isMoreThanZero(qty) ? [{ item, qty }] : []
  })
  const set = (item: Returnable, qty: string) => {
    if (create.error) create.reset()
    setTyped((now) => ({ ...now, [keyOf(item)]: qty }))
  }
  useScan(
    async ({ found }) => {
      const { variantId, sku } = found
      if (variantId === null) return undefined
      const item = open.find((one) => one.variantId === variantId)
      if (!item) return { tone: 'bad', text: `Nothing of ${sku} can be returned.` }
      const before = typed[keyOf(item)] ?? ''
      const qty = sumOf(readQuantity(before) ?? '0', await scannedQuantity(slug, found))
      if (compareQuantities(qty, item.left) > 0)
        return { tone: 'bad', text: `Only ${formatQuantity(item.left)} of ${sku} can be returned.` }
      set(item, qty)
      return {
        tone: 'ok',
        text: `${sku}: ${formatQuantity(qty)} of ${formatQuantity(item.left)}`,
        undo: () => set(item, before),
      }
    },
    { screen: 'return', everyScanCounts: true },
  )
  return (
    <Form
      isPage
      submit="Create return"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the return"
      explained={<Refusal error={create.error} />}
      why={why(returns.create) ?? whyNotSent(head, lines.length > 0, reasons)}
      onSubmit={() =>
        save({
          ...bodyOf(head),
          orderId: order.id,
          lines: lines.map(({ item: { orderLineId, variantId }, qty }) => ({
            orderLineId,
            variantId,
            qty,
            reasonCode: head.reasonCode,
          })),
        })
      }
    >
      <Facts
        of={{
          Order: linkTo(paths.order(order.id), order.number),
          Customer: order.customer ?? '-',
        }}
      />
      <ul role="list" aria-label="Shipped items" className="grid gap-2">
        {open.map((item) => (
          <li
            key={keyOf(item)}
            aria-label={item.sku}
            className="card grid gap-3 p-3 sm:grid-cols-[minmax(0,1fr)_12rem] sm:items-start"
          >
            <div className="grid gap-1">
              <p className="font-medium wrap-anywhere">
                {item.sku} <span className="font-normal text-muted">{item.name}</span>
              </p>
              <p className="text-sm text-muted tabular-nums">
                {`${formatQuantity(item.shipped)} shipped, ${formatQuantity(item.left)} can be returned`}
              </p>
            </div>
            <QuantityField
              label="Quantity"
              unit={item.unit}
              value={typed[keyOf(item)] ?? ''}
              onChange={(qty) => set(item, qty)}
            />
          </li>
        ))}
      </ul>
      <ReturnFields slug={slug} value={head} onChange={setHead} />
    </Form>
  )
}
