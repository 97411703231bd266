import { useState } from 'react'
import { newId } from '../../app/ids.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LineEditor } from '../../parts/LineEditor.tsx'
import type { Lines } from '../../parts/lines.ts'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useCan } from '../../workspace/rights.ts'
import { ItemField } from '../products/ItemField.tsx'
import { itemOfScan, type NamedItem } from '../products/items.ts'
import {
  piecesIn,
  scannedOf,
  withApart,
  withItem,
  type ReceiptLine,
  type Scanned,
} from './receipt-lines.ts'
import { ReceiptLineCard } from './ReceiptLineCard.tsx'

type Props = {
  slug: string
  warehouseId: string
  edit: Lines<ReceiptLine>
  /** What the server has said of its fields, which stand as they were sent. */
  refused?: readonly { path: string; message: string }[]
}

/** The lines of a delivery as they are counted: each item named is one more of it. */
export function ReceiptLines({ slug, warehouseId, edit, refused = [] }: Props) {
  const { lines, onLines, change: set, field } = edit
  const { whyUnseen } = useCan()
  const [latest, setLatest] = useState<{ key: string; words: string }>()
  const whyCost = whyUnseen('catalog.cost.read')

  /** One more of it; what it was before is what taking the scan back restores. */
  const add = (named: NamedItem, scanned: Scanned = {}): Answer => {
    const newKey = newId()
    const { key, qty } = withItem(lines, named, newKey, scanned)
    const before = lines.find((line) => line.key === key)
    onLines((now) => withItem(now, named, newKey, scanned).lines)
    const words = `${named.item.sku}: ${qty} ${named.unit}`
    setLatest({ key, words })
    return { tone: 'ok', text: words, undo: () => edit.restore(key, before) }
  }
  const place = (id: string, code: string): Answer => {
    const line = lines.find(({ key }) => key === latest?.key)
    if (!line) return { tone: 'warn', text: `${code} is a location. Scan an item first.` }
    set({ ...line, place: { id, code } })
    return { tone: 'ok', text: `${line.sku} goes to ${code}`, undo: () => set(line) }
  }
  const take = async ({ found }: Scan): Promise<Answer | undefined> => {
    const { kind, id, label } = found
    if (kind === 'location' && id !== null) return place(id, label)
    const named = await itemOfScan(slug, found)
    return named && add(named, scannedOf(found))
  }
  useScan(take, { screen: 'receive', everyScanCounts: true, field })
  const tooOld = (line: ReceiptLine) =>
    refused.find(({ path }) => path === `lines.${lines.indexOf(line)}.expiresOn`)?.message
  return (
    <section aria-label="Items received" className="grid gap-2">
      <LineEditor
        label="Lines"
        edit={edit}
        item={
          <ItemField
            ref={field}
            slug={slug}
            label="Item"
            hint="Scan, or type a SKU and press Enter. Each scan adds one."
            autoFocus
            onItem={(named) => void add(named)}
          />
        }
        said={latest?.words ?? ''}
        empty={
          <EmptyState title="No lines yet">
            Scan the first item. A pack barcode adds the whole pack.
          </EmptyState>
        }
        card={(props) => (
          <ReceiptLineCard
            {...props}
            slug={slug}
            warehouseId={warehouseId}
            tooOld={tooOld(props.line)}
            isLatest={props.line.key === latest?.key}
            whyCost={whyCost}
            onApart={() => onLines((now) => withApart(now, props.line.key, 'damaged', newId()))}
          />
        )}
      />
      {lines.length > 0 && (
        <p className="text-sm text-muted">
          {`${lines.length === 1 ? '1 line' : `${lines.length} lines`}, ${piecesIn(lines)}`}
        </p>
      )}
    </section>
  )
}
