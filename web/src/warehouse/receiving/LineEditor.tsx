import { useRef, useState } from 'react'
import { randomKey } from '../../app/refresh.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import type { Answer, Scan } from '../../scan/queue.ts'
import { useScan } from '../../scan/use-scan.ts'
import { useCan } from '../../workspace/rights.ts'
import { ItemField } from '../ItemField.tsx'
import { itemOfScan, type NamedItem } from '../items.ts'
import { piecesIn, withApart, withItem, type ReceiptLine, type Scanned } from './receipt-lines.ts'
import { ReceiptLineCard } from './ReceiptLineCard.tsx'

type Props = {
  slug: string
  warehouseId: string
  lines: readonly ReceiptLine[]
  onLines: (change: (lines: readonly ReceiptLine[]) => ReceiptLine[]) => void
  isChecked: boolean
  /** What the server has said of its fields, which stand as they were sent. */
  refused?: readonly { path: string; message: string }[]
}

/** The lines of a delivery as they are counted: each item named is one more of it. */
export function LineEditor({ slug, warehouseId, lines, onLines, isChecked, refused = [] }: Props) {
  const { can, why } = useCan()
  const [latest, setLatest] = useState<{ key: string; words: string }>()
  const field = useRef<HTMLInputElement>(null)
  const whyCost = can('catalog.cost.read') ? undefined : why('catalog.cost.read')

  const set = (line: ReceiptLine) =>
    onLines((now) => now.map((one) => (one.key === line.key ? line : one)))

  /** One more of it; what it was before is what taking the scan back restores. */
  const add = (named: NamedItem, scanned: Scanned = {}): Answer => {
    const newKey = randomKey()
    const { key, qty } = withItem(lines, named, newKey, scanned)
    const before = lines.find((line) => line.key === key)
    onLines((now) => withItem(now, named, newKey, scanned).lines)
    const words = `${named.item.sku}: ${qty} ${named.unit}`
    setLatest({ key, words })
    return {
      tone: 'ok',
      text: words,
      undo: () =>
        onLines((now) =>
          now.flatMap((line) => (line.key !== key ? [line] : before ? [before] : [])),
        ),
    }
  }
  const place = (id: string, code: string): Answer => {
    const line = lines.find(({ key }) => key === latest?.key)
    if (!line) return { tone: 'warn', text: `${code} is a location. Scan an item first.` }
    set({ ...line, place: { id, code } })
    return { tone: 'ok', text: `${line.sku} goes to ${code}`, undo: () => set(line) }
  }
  const take = async ({ found }: Scan): Promise<Answer | undefined> => {
    const { kind, id, label, gs1 } = found
    if (kind === 'location' && id !== null) return place(id, label)
    const named = await itemOfScan(slug, found)
    if (!named) return undefined
    return add(named, {
      ...(gs1?.lot && { lot: gs1.lot }),
      ...(gs1?.expiresOn && { expiresOn: gs1.expiresOn }),
      ...(gs1?.serial && { serial: gs1.serial }),
      ...(gs1?.count && { count: gs1.count }),
    })
  }
  useScan(take, { screen: 'receive', everyScanCounts: true, field })
  const remove = (key: string) => {
    onLines((now) => now.filter((one) => one.key !== key))
    field.current?.focus()
  }
  const count = lines.length
  return (
    <section aria-label="Items received" className="grid gap-2">
      <div className="max-w-xl">
        <ItemField
          ref={field}
          slug={slug}
          label="Item"
          hint="Scan, or type a SKU and press Enter. Each scan adds one."
          autoFocus
          onItem={(named) => void add(named)}
        />
      </div>
      <p role="status" className="text-sm not-empty:font-medium">
        {latest?.words}
      </p>
      {count === 0 ? (
        <EmptyState title="No lines yet">
          Scan the first item. A pack barcode adds the whole pack.
        </EmptyState>
      ) : (
        <>
          <ul role="list" aria-label="Lines" className="grid gap-2">
            {lines.map((line) => (
              <ReceiptLineCard
                key={line.key}
                slug={slug}
                warehouseId={warehouseId}
                line={line}
                isChecked={isChecked}
                tooOld={
                  refused.find(({ path }) => path === `lines.${lines.indexOf(line)}.expiresOn`)
                    ?.message
                }
                isLatest={line.key === latest?.key}
                whyCost={whyCost}
                onChange={set}
                onApart={() => onLines((now) => withApart(now, line.key, 'damaged', randomKey()))}
                onRemove={() => remove(line.key)}
              />
            ))}
          </ul>
          <p className="text-sm text-muted">
            {`${count === 1 ? '1 line' : `${count} lines`}, ${piecesIn(lines)}`}
          </p>
        </>
      )}
    </section>
  )
}
