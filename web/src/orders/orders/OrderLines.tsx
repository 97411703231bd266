import { orders } from '@stowage/contract/orders/orders'
import { useState, type ClipboardEvent } from 'react'
import { formatMoney, formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { newId } from '../../app/ids.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LineEditor } from '../../parts/LineEditor.tsx'
import type { LineProps, Lines } from '../../parts/lines.ts'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useCan } from '../../workspace/rights.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ItemField } from '../../warehouse/products/ItemField.tsx'
import { findItem, itemOfScan, type NamedItem } from '../../warehouse/products/items.ts'
import { QuantityInput } from '../../warehouse/products/QuantityInput.tsx'
import {
  catalogPriceOf,
  pastedRows,
  pricedLines,
  problemsOf,
  totalOf,
  withItem,
  type OrderLine,
} from './order-lines.ts'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'

type Priced = {
  slug: string
  /** Unknown for a member who may not see the stock rules. */
  currency: string | undefined
  /** True if the order is in another currency than the catalog: its prices don't apply. */
  isForeign: boolean
}

/** The lines of an order as they are entered: by scan, by SKU, or pasted from a spreadsheet. */
export function OrderLines({ edit, ...priced }: Priced & { edit: Lines<OrderLine> }) {
  const { slug, isForeign } = priced
  const { lines, onLines, field } = edit
  const [notice, setNotice] = useState('')
  /** Adds a quantity of an item. Undoing restores the line, and leaves the others as they are by then. */
  const add = (named: NamedItem, qty = '1'): Answer => {
    const newKey = newId()
    const { key, total } = withItem(lines, named, qty, newKey)
    const before = lines.find((line) => line.key === key)
    onLines((now) => {
      const { lines } = withItem(now, named, qty, newKey)
      return isForeign ? pricedLines(lines, true) : lines
    })
    const text = `${named.item.sku}: ${total} ${named.unit}`
    setNotice(text)
    return { tone: 'ok', text, undo: () => edit.restore(key, before) }
  }
  const take = async ({ found }: Scan): Promise<Answer | undefined> => {
    const named = await itemOfScan(slug, found)
    return named && add(named, found.qty ?? '1')
  }
  useScan(take, { screen: 'order', everyScanCounts: true, field })

  /** Adds the rows whose items are found, and says which are not. */
  const paste = async (rows: readonly { code: string; qty: string }[]) => {
    const unknown: string[] = []
    for (const { code, qty } of rows) {
      const read = readQuantity(qty)
      const named = read === undefined ? undefined : await findItem(slug, code)
      if (named && read !== undefined) add(named, read)
      else unknown.push(`${code} ${qty}`)
    }
    const added = rows.length - unknown.length
    setNotice(
      [
        `Added ${added} of ${rows.length} rows.`,
        unknown.length > 0 && `Check the SKU and quantity of ${unknown.join(', ')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    )
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.target !== field.current) return
    const rows = pastedRows(event.clipboardData.getData('text/plain'))
    if (!rows) return
    event.preventDefault()
    void paste(rows)
  }
  return (
    <section aria-label="Items ordered" className="grid gap-2" onPaste={onPaste}>
      <LineEditor
        label="Lines"
        edit={edit}
        item={
          <ItemField
            ref={field}
            slug={slug}
            label="Item"
            hint="Scan, enter a SKU, or paste SKU and quantity from a spreadsheet."
            autoFocus
            onItem={(named) => void add(named)}
          />
        }
        notice={notice}
        empty={<EmptyState title="No lines yet">Add the first item.</EmptyState>}
        card={(props) => <LineCard {...props} {...priced} />}
      />
    </section>
  )
}

function LineCard(props: LineProps<OrderLine> & Priced) {
  const { slug, line, currency, isForeign, isChecked, onChange, onRemove } = props
  const problems = isChecked ? problemsOf(line) : {}
  const asked = readQuantity(line.qty)
  const whyPrice = useCan().why(orders.updateLine, 'order.price.override')
  // What the catalog has no price for is priced by whoever enters it.
  const isOfCatalog = line.unitPrice !== '' && line.unitPrice === catalogPriceOf(line, line.unit)
  const isPricedElsewhere = isForeign && line.catalogPrice !== undefined
  const whyFixed = isOfCatalog || isPricedElsewhere ? whyPrice : undefined
  const total = line.unitPrice.trim() === '' ? undefined : totalOf([line])
  return (
    <li
      aria-label={line.sku}
      className="card grid gap-3 p-3 sm:grid-cols-[minmax(0,1fr)_auto_auto_auto] sm:items-start"
    >
      <div className="grid gap-1">
        <p className="font-medium wrap-anywhere">
          {line.sku} <span className="font-normal text-muted">{line.name}</span>
        </p>
        <Availability slug={slug} variantId={line.variantId} />
      </div>
      <QuantityInput
        label="Quantity"
        value={line.qty}
        unit={line.unit}
        units={line.units}
        error={problems.qty}
        onChange={(qty) => onChange({ ...line, qty })}
        onUnit={(unit) =>
          onChange({ ...line, unit, unitPrice: isForeign ? '' : catalogPriceOf(line, unit) })
        }
      />
      <TextField
        label={currency ? `Price (${currency})` : 'Price'}
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        disabled={whyFixed !== undefined}
        hint={
          whyFixed ??
          (total !== undefined && currency && `Line total ${formatMoney(total, currency)}`)
        }
        value={line.unitPrice}
        error={problems.unitPrice}
        onChange={({ target }) => onChange({ ...line, unitPrice: target.value })}
      />
      <Button
        look="quiet"
        className="sm:mt-[26px]"
        aria-label={`Remove ${formatQuantity(asked ?? '0')} ${line.sku}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  )
}

/** Shows the available quantity of an item in each warehouse. */
function Availability({ slug, variantId }: { slug: string; variantId: string }) {
  const levels = useQuery(
    load(stockViews.levels, {
      params: { slug },
      query: { variant: variantId, limit: '50', count: 'none' },
    }),
  )
  if (levels.error) return <p className="text-sm text-muted">Couldn’t load what is available</p>
  if (!levels.data) return <p className="text-sm text-muted">Loading…</p>
  const { items } = levels.data
  return (
    <p className="text-sm text-muted tabular-nums">
      {items.length === 0
        ? 'Not in stock'
        : `Available: ${items
            .map(
              ({ warehouseCode, available }) => `${formatQuantity(available)} in ${warehouseCode}`,
            )
            .join(', ')}`}
    </p>
  )
}
