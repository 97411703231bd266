import { useRef, useState, type ClipboardEvent } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { randomKey } from '../../app/refresh.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import type { Answer, Scan } from '../../scan/queue.ts'
import { useScan } from '../../scan/use-scan.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ItemField } from '../../warehouse/ItemField.tsx'
import { findItem, itemOfScan, type NamedItem } from '../../warehouse/items.ts'
import { QuantityInput } from '../../warehouse/QuantityInput.tsx'
import { Availability } from './Availability.tsx'
import { pastedRows, problemsOf, withItem, type OrderLine } from './order-lines.ts'

type Props = {
  slug: string
  lines: readonly OrderLine[]
  onLines: (change: (lines: readonly OrderLine[]) => OrderLine[]) => void
  isChecked: boolean
}

/** The lines of an order as they are entered: by scan, by SKU, or pasted from a spreadsheet. */
export function OrderLines({ slug, lines, onLines, isChecked }: Props) {
  const [said, setSaid] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const set = (line: OrderLine) =>
    onLines((now) => now.map((one) => (one.key === line.key ? line : one)))
  const remove = (key: string) => {
    onLines((now) => now.filter((one) => one.key !== key))
    field.current?.focus()
  }
  const add = (named: NamedItem, qty = '1') => {
    const key = randomKey()
    onLines((now) => withItem(now, named, qty, key))
    setSaid(`Added ${qty} ${named.unit} of ${named.item.sku}`)
  }
  const take = async ({ found }: Scan): Promise<Answer | undefined> => {
    const named = await itemOfScan(slug, found)
    if (!named) return undefined
    const before = lines
    add(named, found.qty ?? '1')
    return {
      tone: 'ok',
      text: `${named.item.sku} was added`,
      undo: () => onLines(() => [...before]),
    }
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
    setSaid(
      [
        `Added ${added} of ${rows.length} rows.`,
        unknown.length > 0 && `Not found or without a readable quantity: ${unknown.join(', ')}`,
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
      <div className="max-w-xl">
        <ItemField
          ref={field}
          slug={slug}
          label="Item"
          hint="Scan, enter a SKU, or paste SKU and quantity from a spreadsheet."
          autoFocus
          onItem={(named) => add(named)}
        />
      </div>
      <p role="status" className="text-sm not-empty:font-medium">
        {said}
      </p>
      {lines.length === 0 ? (
        <EmptyState title="No lines yet">Add the first item.</EmptyState>
      ) : (
        <ul role="list" aria-label="Lines" className="grid gap-2">
          {lines.map((line) => (
            <LineCard
              key={line.key}
              slug={slug}
              line={line}
              isChecked={isChecked}
              onChange={set}
              onRemove={() => remove(line.key)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type CardProps = {
  slug: string
  line: OrderLine
  isChecked: boolean
  onChange: (line: OrderLine) => void
  onRemove: () => void
}

function LineCard({ slug, line, isChecked, onChange, onRemove }: CardProps) {
  const problems = isChecked ? problemsOf(line) : {}
  const asked = readQuantity(line.qty)
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
        onUnit={(unit) => onChange({ ...line, unit, unitPrice: '' })}
      />
      <TextField
        label="Price"
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
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
