import { newId } from '../../app/ids.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LineEditor } from '../../parts/LineEditor.tsx'
import type { Lines } from '../../parts/lines.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useCan } from '../../workspace/rights.ts'
import { ItemField } from '../products/ItemField.tsx'
import { piecesIn, withApart, type ReceiptLine } from './receipt-lines.ts'
import { ReceiptLineCard } from './ReceiptLineCard.tsx'
import type { useReceipt } from './use-receipt.ts'

type Props = {
  slug: string
  warehouseId: string
  counting: ReturnType<typeof useReceipt>
  edit: Lines<ReceiptLine>
}

/** The lines of a delivery as they are counted: each item named is one more of it. */
export function ReceiptLines({ slug, warehouseId, counting, edit }: Props) {
  const { lines, onLines, field } = edit
  const { counted, error } = counting
  const { whyUnseen } = useCan()
  const whyCost = whyUnseen('catalog.cost.read')
  useScan(counting.scan, { screen: 'receive', everyScanCounts: true, field })
  // What the server has said of its fields, which stand as they were sent.
  const refused = error?.details ?? []
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
            onItem={(named) => void counting.count(named)}
          />
        }
        notice={counted?.words ?? ''}
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
            isLatest={props.line.key === counted?.key}
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
