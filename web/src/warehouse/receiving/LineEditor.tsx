import { useRef, useState } from 'react'
import { randomKey } from '../../refresh.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCan } from '../../workspace/rights.ts'
import { ItemField } from '../ItemField.tsx'
import type { NamedItem } from '../items.ts'
import { piecesOf, withApart, withItem, type ReceiptLine } from './receipt-lines.ts'
import { ReceiptLineCard } from './ReceiptLineCard.tsx'

type Props = {
  slug: string
  warehouseId: string
  lines: readonly ReceiptLine[]
  onLines: (change: (lines: readonly ReceiptLine[]) => ReceiptLine[]) => void
  isChecked: boolean
}

/** The lines of a delivery as they are counted: each item named is one more of it. */
export function LineEditor({ slug, warehouseId, lines, onLines, isChecked }: Props) {
  const { can, why } = useCan()
  const [latest, setLatest] = useState<{ key: string; words: string }>()
  const field = useRef<HTMLInputElement>(null)
  const whyCost = can('catalog.cost.read') ? undefined : why('catalog.cost.read')

  const add = (named: NamedItem) => {
    const newKey = randomKey()
    const { key, qty } = withItem(lines, named, newKey)
    onLines((now) => withItem(now, named, newKey).lines)
    setLatest({ key, words: `${named.item.sku}: ${qty} ${named.unit}` })
  }
  const set = (line: ReceiptLine) =>
    onLines((now) => now.map((one) => (one.key === line.key ? line : one)))
  const remove = (key: string) => {
    onLines((now) => now.filter((one) => one.key !== key))
    field.current?.focus()
  }
  const count = lines.length
  return (
    <section aria-label="What has arrived" className="grid gap-4">
      <div className="max-w-xl">
        <ItemField
          ref={field}
          slug={slug}
          label="Item"
          hint="Scan it, or type its SKU and press Enter. Each time counts one more."
          autoFocus
          onItem={add}
        />
      </div>
      <p role="status" className="text-sm not-empty:font-medium">
        {latest?.words}
      </p>
      {count === 0 ? (
        <EmptyState title="Nothing on the receipt yet">
          Scan the first piece, or its case: a barcode of a pack counts the whole pack.
        </EmptyState>
      ) : (
        <>
          <ul role="list" aria-label="Lines" className="grid gap-3">
            {lines.map((line) => (
              <ReceiptLineCard
                key={line.key}
                slug={slug}
                warehouseId={warehouseId}
                line={line}
                isChecked={isChecked}
                isLatest={line.key === latest?.key}
                whyCost={whyCost}
                onChange={set}
                onApart={() => onLines((now) => withApart(now, line.key, 'damaged', randomKey()))}
                onRemove={() => remove(line.key)}
              />
            ))}
          </ul>
          <p className="text-sm text-muted">
            {`${count === 1 ? '1 line' : `${count} lines`}, ${piecesOf(lines)} pieces`}
          </p>
        </>
      )}
    </section>
  )
}
